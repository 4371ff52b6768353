import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { resourceName, secretName } from '#infra/names';
import type { StageName } from '#infra/stage-config';
import { makeReadSegment } from '#scripts/ops/scan';
import { makeStageSecrets } from '#scripts/ops/stage-secrets';
import { newApiKeys, rotationWrites } from '#shared/auth/api-keys/api-keys';
import { FIRST_GENERATION } from '#shared/auth/sessions/access';
import { put } from '#shared/db/expressions';
import { makeTable, type Table } from '#shared/db/operations';
import { callerKeys } from '#shared/http/caller/keys';
import { newId } from '#shared/platform/ids';
import { openWallets } from '#shared/wallet/wallet';

/** The table and the secrets of a stage on a local cloud. */
export const dataOf = (stage: StageName, settings: DynamoDBClientConfig & { readonly endpoint: string }) => {
  const tableName = resourceName(stage, 'table');
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(settings), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const { endpoint, region = '', credentials } = settings;
  return {
    tableName,
    scanned: { table: makeTable(documents, tableName), readSegment: makeReadSegment(documents, tableName) },
    secrets: makeStageSecrets(
      new SecretsManagerClient({ endpoint, region, ...(credentials && { credentials }) }),
      (name) => secretName(stage, name),
    ),
  };
};

/** Writes an account with wallets into the table of a stage, and returns its secret key of the sandbox. */
export const addCustomer = async (table: Table): Promise<{ readonly secretKey: string }> => {
  const nowMs = Date.now();
  const accountId = newId('usr', nowMs);
  const made = newApiKeys('sandbox', { key: 'any, because the stage has published no key of the tails' }, nowMs);
  const access = { accountId, role: 'member', sessionsValidFrom: FIRST_GENERATION };
  await Promise.all([
    table.write(put({ ...callerKeys.accountAccess(accountId), ...access })),
    table.transact(openWallets(accountId, nowMs)),
    table.transact(rotationWrites({ accountId, environment: 'sandbox' }, undefined, made, 0, nowMs)),
  ]);
  return { secretKey: made.secretKey };
};
