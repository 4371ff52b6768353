import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { TestProject } from 'vitest/node';
import { functionVariables } from '#infra/environment';
import { namedEndpoint, openCloud } from '#scripts/local-cloud/cloud';
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
    /** The databases of the suite, each with the table. A worker takes one of them by its number. */
    databaseEndpoints: readonly string[];
    /** The folder where test files record the accesses of functions. */
    touchedFolder: string;
  }
}

/** The settings of all functions together, so that each handler finds its own. */
const EVERYTHING = { uses: Object.keys(CAPABILITIES) as CapabilityName[] };

interface Database {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

const startMiniStack = async (number: number): Promise<Database> =>
  openCloud({ port: await freePort(), logFile: `${STATE_FOLDER}/integration-ministack-${number}.log` });

/** Both emulators handle one call at a time, so there is one for each core. A running cloud is used alone. */
const startDatabases = async (): Promise<readonly Database[]> => {
  const start = process.env['DDB_LOCAL'] === '1' ? async () => startDynamoDbLocal(await freePort()) : startMiniStack;
  const count = namedEndpoint() === undefined ? availableParallelism() : 1;
  return Promise.all(Array.from({ length: count }, (_, index) => start(index + 1)));
};

/**
 * Starts the emulated DynamoDB with the service's table once for the whole suite. Test files are isolated by the ids
 * that they generate. `DDB_LOCAL=1` uses DynamoDB Local of AWS instead of MiniStack, and `AWS_ENDPOINT_URL` a local
 * cloud that is already running.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const databases = await startDatabases();
  const stop = async (): Promise<void> => {
    await Promise.all(databases.map((database) => database.stop()));
  };
  const endpoints = databases.map(({ endpoint }) => endpoint);
  const tableName = `integration-${randomUUID()}`;
  try {
    await Promise.all(endpoints.map((endpoint) => createTable(endpoint, tableName)));
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('integrationEnvironment', {
    ...LOCAL_AWS_ENVIRONMENT,
    ...functionVariables(EVERYTHING, localStage(undefined), {
      tableName,
      bucketName: 'files',
      queueUrls: {
        codes: 'none in this suite',
        deliveries: 'none in this suite',
        fanOuts: 'none in this suite',
        mails: 'none in this suite',
        visits: 'none in this suite',
      },
      apiUrl: 'https://api.test',
    }),
  });
  project.provide('databaseEndpoints', endpoints);
  const touchedFolder = makeTouchedFolder();
  project.provide('touchedFolder', touchedFolder);
  return async () => {
    await stop();
    await judgeTouched(touchedFolder, project);
  };
};
