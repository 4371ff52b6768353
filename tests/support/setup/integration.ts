import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { openCloud } from '#scripts/local-cloud/cloud';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { freePort } from '#scripts/local-cloud/port';
import { startDynamoDbLocal } from './dynamodb-local.ts';
import { createTable } from './table.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The environment that handlers and repositories read, for the integration suite. */
    integrationEnvironment: Record<string, string>;
  }
}

const startDatabase = async (): Promise<{ endpoint: string; stop: () => Promise<void> }> => {
  const port = await freePort();
  if (process.env['DDB_LOCAL'] === '1') return startDynamoDbLocal(port);
  mkdirSync(STATE_FOLDER, { recursive: true });
  return openCloud({ port, logFile: `${STATE_FOLDER}/integration-ministack.log` });
};

/**
 * Starts the emulated DynamoDB with the service's table once for the whole suite; test files keep apart by the ids they
 * make. `DDB_LOCAL=1` takes AWS's DynamoDB Local instead of MiniStack, `AWS_ENDPOINT_URL` a local cloud that runs already.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const database = await startDatabase();
  const tableName = `integration-${randomUUID()}`;
  try {
    await createTable(database.endpoint, tableName);
  } catch (error) {
    await database.stop();
    throw error;
  }
  project.provide('integrationEnvironment', {
    ...LOCAL_AWS_ENVIRONMENT,
    AWS_ENDPOINT_URL: database.endpoint,
    STAGE: 'local',
    TABLE_NAME: tableName,
    RATE_LIMIT_SCALE: '1',
    WEB_ORIGINS: 'http://localhost:3000',
    TOKEN_ISSUER: 'http://localhost',
    TOKEN_AUDIENCE: 'kyb-service',
  });
  return database.stop;
};
