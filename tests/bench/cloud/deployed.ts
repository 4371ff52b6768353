import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { secretName } from '#infra/names';
import { withApi } from '#scripts/local-cloud/cloud';
import { deployLocalStage } from '#scripts/local-cloud/deploy';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import { startLocalCloud } from '#scripts/local-cloud/ministack';
import { freePort } from '#scripts/local-cloud/port';
import { readStack, type Stack } from '#scripts/local-cloud/stack';
import { makeTable, type Table } from '#shared/db/operations';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { localClientSettings } from '#tests/support/local-client-settings';

/** The whole service on its own local cloud, and what a benchmark needs to write to it. */
export interface DeployedService {
  readonly stack: Stack;
  readonly table: Table;
  readonly vault: VersionedSecret;
  /** The process of the local cloud; undefined for a deployment that somebody else started. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

const readVault = async (endpoint: string): Promise<VersionedSecret> => {
  const client = new SecretsManagerClient(localClientSettings(endpoint));
  const response = await client.send(new GetSecretValueCommand({ SecretId: secretName('local', 'vault') }));
  client.destroy();
  return { current: { versionId: response.VersionId ?? '', value: response.SecretString ?? '' } };
};

const serviceOf = async (
  stack: Stack,
  { pid, stop }: Pick<DeployedService, 'pid' | 'stop'>,
): Promise<DeployedService> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(localClientSettings(stack.endpoint)), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return { stack, table: makeTable(client, stack.tableName), vault: await readVault(stack.endpoint), pid, stop };
};

/** Deploys the stage `local` to a fresh local cloud; with `STACK_JSON`, the deployment that it describes is used. */
export const deployService = async (): Promise<DeployedService> => {
  const { STACK_JSON: file } = process.env;
  if (file) return serviceOf(readStack(file), { pid: undefined, stop: async () => undefined });
  const logFile = `${STATE_FOLDER}/bench-ministack.log`;
  const cloud = await withApi(await startLocalCloud({ port: await freePort(), logFile }));
  const { endpoint, apiUrl, pid } = cloud;
  try {
    const stack = await deployLocalStage({ endpoint, apiUrl, stage: localStage('1000000'), name: 'bench' });
    return await serviceOf(stack, { pid, stop: cloud.stop });
  } catch (error) {
    await cloud.stop();
    throw error;
  }
};
