import { generateKeyPairSync } from 'node:crypto';
import {
  DescribeTableCommand,
  DynamoDBClient,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { importSecrets, openSecrets, sealSecrets } from '#scripts/ops/secrets-file';
import { AFTER_RESTORE, partitionsOfSteps, stepOf } from '#scripts/restore/families';
import { restoreTable, tableOfArn } from '#scripts/restore/restore-table';
import { applyTableSettings, type TableSettings } from '#scripts/restore/table-settings';
import { ITEM_FAMILIES, type ItemFamily } from '#shared/key-families';
import { MAX_KEYS } from '#shared/platform/keyring';
import type { SecretVersion, VersionedSecret } from '#shared/platform/secret-versions';
import { mockAws } from '#tests/support/mock-aws';
import { freshSecret } from '#tests/unit/auth/secret-fixtures';

const SETTINGS: TableSettings = {
  TableName: 'kyb-service-prod-table',
  GlobalSecondaryIndexes: [{ IndexName: 'gsi1' }],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds' },
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  SSESpecification: { SSEEnabled: true },
  DeletionProtectionEnabled: true,
};
const TABLE_ARN = 'arn:aws:dynamodb:eu-west-1:111111111111:table/kyb-service-prod-table';
const BACKUP_ARN = `${TABLE_ARN}/backup/01764000000000-abcdef`;
const AT_MS = Date.UTC(2026, 10, 21, 14);
const NOW_MS = Date.UTC(2026, 10, 22);
const ready: TableDescription = { TableStatus: 'ACTIVE', GlobalSecondaryIndexes: [{ IndexName: 'gsi1' }] };
const missing = Object.assign(new Error('No such table'), { name: 'ResourceNotFoundException' });

/** A DynamoDB that describes the table in one way after another. */
const dynamoDb = (...states: readonly (TableDescription | undefined)[]) => {
  const client = new DynamoDBClient({ region: 'eu-west-1' });
  const mock = mockAws(client);
  mock.onAnyCommand().resolves({});
  let index = 0;
  mock.on(DescribeTableCommand).callsFake(() => {
    const state = states[Math.min(index++, states.length - 1)];
    if (!state) throw missing;
    return { Table: state };
  });
  let waits = 0;
  const effects = { client, wait: async () => waits++ };
  return { mock, effects, waits: () => waits };
};

describe('a table is restored', () => {
  test('from point-in-time recovery, of any region, under the name and with the key of its template', async () => {
    const creating: TableDescription = { ...ready, TableStatus: 'CREATING' };
    const { mock, effects, waits } = dynamoDb(undefined, creating, creating, ready);
    expect(await restoreTable({ from: TABLE_ARN, atMs: AT_MS }, SETTINGS, NOW_MS, effects)).toBe(AT_MS);
    expect(waits()).toBe(2);
    expect(mock.commandCalls(RestoreTableToPointInTimeCommand).map(({ args }) => args[0].input)).toEqual([
      {
        SourceTableArn: TABLE_ARN,
        TargetTableName: 'kyb-service-prod-table',
        SSESpecificationOverride: { Enabled: true },
        RestoreDateTime: new Date(AT_MS),
      },
    ]);
  });

  test('to the latest moment unless one is named', async () => {
    const { mock, effects } = dynamoDb(undefined, ready);
    expect(await restoreTable({ from: TABLE_ARN, atMs: undefined }, SETTINGS, NOW_MS, effects)).toBe(NOW_MS);
    const [call] = mock.commandCalls(RestoreTableToPointInTimeCommand);
    expect(call?.args[0].input).toMatchObject({ UseLatestRestorableTime: true });
  });

  test.each([
    ['from the backup that it was begun from', BACKUP_ARN],
    ['by AWS Backup before', undefined],
  ])('and not again when it was restored %s', async (_, from) => {
    const RestoreSummary = { SourceBackupArn: BACKUP_ARN, RestoreDateTime: new Date(AT_MS), RestoreInProgress: false };
    const { mock, effects } = dynamoDb({ ...ready, RestoreSummary });
    expect(await restoreTable({ from, atMs: undefined }, SETTINGS, NOW_MS, effects)).toBe(AT_MS);
    expect(mock.commandCalls(RestoreTableFromBackupCommand)).toEqual([]);
  });

  test('never to an unknown moment', async () => {
    const { effects } = dynamoDb(ready);
    await expect(restoreTable({ from: undefined, atMs: undefined }, SETTINGS, NOW_MS, effects)).rejects.toThrow('--at');
  });

  test('with one change at a time, each when the table and its indexes are at rest', async () => {
    const encrypting: TableDescription = { ...ready, SSEDescription: { Status: 'UPDATING' } };
    const indexing: TableDescription = {
      ...ready,
      GlobalSecondaryIndexes: [{ IndexName: 'gsi1', IndexStatus: 'CREATING' }],
    };
    const { mock, effects, waits } = dynamoDb(indexing, ready, encrypting, ready);
    await applyTableSettings(SETTINGS, {}, effects);
    expect(waits()).toBe(2);
    expect(mock.commandCalls(UpdateTableCommand).map(({ args }) => args[0].input)).toEqual([
      { TableName: SETTINGS.TableName, SSESpecification: { Enabled: true } },
      {
        TableName: SETTINGS.TableName,
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      },
      { TableName: SETTINGS.TableName, DeletionProtectionEnabled: true },
    ]);
  });
});

test('the newer table is named by its ARN, which has its region', () => {
  expect(tableOfArn(TABLE_ARN)).toEqual({ region: 'eu-west-1', tableName: 'kyb-service-prod-table' });
  for (const other of [BACKUP_ARN, 'kyb-service-prod-table']) expect(() => tableOfArn(other)).toThrow('not the ARN');
});

describe('the families of a restored table', () => {
  test('are told apart by what their partition keys begin with', () => {
    const starts = Object.values(ITEM_FAMILIES).map((partition) => partition.replace(/#.*$/, '#'));
    expect(new Set(starts).size).toBe(starts.length);
    for (const [family, partition] of Object.entries(ITEM_FAMILIES))
      expect(stepOf(partition.replaceAll('*', 'x'))).toBe(AFTER_RESTORE[family as ItemFamily].step);
  });

  test('are scanned for their steps only', () => {
    expect(partitionsOfSteps('end', 'publish')).toEqual(['SES#', 'CODES#', 'RESET#', 'OUTBOX#']);
  });
});

describe('exported secrets', () => {
  const keyPair = () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
  const { publicKey, privateKey } = keyPair();
  const key = (versionId: string): SecretVersion => ({ versionId, value: freshSecret().current.value });
  const secrets = (older: readonly SecretVersion[] = []) => ({
    signing: { ...freshSecret(), older },
    pepper: { ...freshSecret(), older },
    vault: { ...freshSecret(), older },
  });
  const stageWith = (state: Record<string, VersionedSecret>) => ({
    read: async (name: string) => ({ secret: state[name] as VersionedSecret, changedAtMs: 0 }),
    write: async (name: string, secret: VersionedSecret) => void Object.assign(state, { [name]: secret }),
  });

  test('open with the private key, older keys included, and show nothing without it', async () => {
    const exported = secrets([key('older')]);
    const sealed = await sealSecrets(exported, publicKey);
    expect(sealed).not.toContain(exported.vault.current.value);
    expect(await openSecrets(`${sealed}\n`, privateKey)).toEqual(exported);
  });

  test('are refused when they are damaged or for another key, by a line that shows nothing of them', async () => {
    const sealed = await sealSecrets(secrets(), publicKey);
    const refused = 'The file does not hold the secrets of a stage, or was sealed for another key.';
    await expect(openSecrets(sealed, keyPair().privateKey)).rejects.toThrow(refused);
    await expect(openSecrets(`${sealed.slice(0, -4)}AAAA`, privateKey)).rejects.toThrow(refused);
    await expect(openSecrets('{}', privateKey)).rejects.toThrow(refused);
    await expect(openSecrets(sealed, publicKey)).rejects.toThrow('not an RSA private key');
    await expect(sealSecrets(secrets(), 'a key')).rejects.toThrow('not an RSA public key');
  });

  test('come before the keys of the stage, which go on working, however often they are imported', async () => {
    const [exported, state] = [secrets([key('older')]), secrets()];
    const own = state.vault.current;
    for (let round = 0; round < 2; round++) {
      expect(await importSecrets(exported, stageWith(state))).toContain('vault has 3 keys');
      expect(state.vault).toEqual({ current: exported.vault.current, older: [...exported.vault.older, own] });
    }
  });

  test('are not imported by a dry run, and none is when one would have too many keys', async () => {
    const state = secrets();
    const untouched = { ...state };
    await importSecrets(secrets(), stageWith(state), true);
    expect(state).toEqual(untouched);
    const many = Array.from({ length: MAX_KEYS }, (_, index) => key(String(index)));
    const tooMany = { ...secrets(), vault: { ...freshSecret(), older: many } };
    await expect(importSecrets(tooMany, stageWith(state))).rejects.toThrow('The secret vault would have 102 keys');
    expect(state).toEqual(untouched);
  });
});
