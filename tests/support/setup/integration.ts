import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { functionVariables } from '#infra/environment';
import { openCloud } from '#scripts/local-cloud/cloud';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import { freePort } from '#scripts/local-cloud/port';
import { CAPABILITIES, type CapabilityName } from '#shared/platform/capabilities';
import { startDynamoDbLocal } from './dynamodb-local.ts';
import { createTable } from './table.ts';
import { judgeTouched, makeTouchedFolder } from './touched-families.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The environment variables of handlers and repositories in the integration suite. */
    integrationEnvironment: Record<string, string>;
    /** Where test files record what functions touched. */
    touchedFolder: string;
  }
}

/** The touches of all functions together, so that each handler finds its settings. */
const EVERYTHING = { uses: Object.keys(CAPABILITIES) as CapabilityName[] };

const startDatabase = async (): Promise<{ endpoint: string; stop: () => Promise<void> }> => {
  const port = await freePort();
  if (process.env['DDB_LOCAL'] === '1') return startDynamoDbLocal(port);
  return openCloud({ port, logFile: `${STATE_FOLDER}/integration-ministack.log` });
};

/**
 * Starts the emulated DynamoDB with the service's table once for the whole suite; test files are isolated by the ids
 * they generate. `DDB_LOCAL=1` uses AWS's DynamoDB Local instead of MiniStack, `AWS_ENDPOINT_URL` a local cloud that is
 * already running.
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
    ...functionVariables(EVERYTHING, localStage(undefined), {
      tableName,
      bucketName: 'files',
      queueUrls: { deliveries: 'none in this suite', mails: 'none in this suite', visits: 'none in this suite' },
      apiUrl: 'https://api.test',
    }),
  });
  const touchedFolder = makeTouchedFolder();
  project.provide('touchedFolder', touchedFolder);
  return async () => {
    await database.stop();
    if (project.name === 'integration') await judgeTouched(touchedFolder, project);
  };
};
