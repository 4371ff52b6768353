import { randomUUID } from 'node:crypto';
import {
  CreateBackupCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { handler as listVerificationsHandler } from '#functions/api/verification/list-verifications';
import { listVerifications } from '#functions/api/verification/list-verifications.contract';
import { setSuspension } from '#scripts/ops/account-access';
import { makeReadSegment } from '#scripts/ops/scan';
import { reconcileTable, type ScannedTable } from '#scripts/restore/reconcile-table';
import { restoreTable } from '#scripts/restore/restore-table';
import { applyTableSettings, describeTable, type TableSettings } from '#scripts/restore/table-settings';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import { type Key, put } from '#shared/db/expressions';
import { makeTable } from '#shared/db/operations';
import { TABLE } from '#shared/db/table';
import { sweepEvents } from '#shared/events/event-sweep';
import { emit, type ServiceEvent, settledWrite } from '#shared/events/outbox';
import { callerKeys } from '#shared/http/caller/keys';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import { awsClientSettings } from '#shared/platform/aws';
import { env } from '#shared/platform/env';
import type { BusEntry } from '#shared/platform/event-bridge';
import { newId } from '#shared/platform/ids';
import { loadWallet } from '#shared/wallet/wallet';
import { foundIn } from '#tests/integration/erasure/words';
import {
  createKnown,
  erasureWorld,
  everyItem,
  type LivedApplicant,
  submitKnown,
} from '#tests/integration/erasure/world';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';
import { ownTableClient } from '#tests/support/own-table';
import { readTestVault } from '#tests/support/vault';

await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const verifications = endpoint(listVerifications, listVerificationsHandler.with({ vault: readTestVault }));
const MODULES = ['business_profile', 'cac_verification'] as const;
const SETTINGS: TableSettings = {
  TableName: env('TABLE_NAME'),
  GlobalSecondaryIndexes: TABLE.indexes.map(({ name }) => ({ IndexName: name })),
  StreamSpecification: { StreamViewType: TABLE.streamView },
  TimeToLiveSpecification: { AttributeName: TABLE.timeToLiveAttribute },
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  SSESpecification: { SSEEnabled: true },
  DeletionProtectionEnabled: true,
};
const { TableName } = SETTINGS;
const HOUR_MS = 3_600_000;

const client = new DynamoDBClient(awsClientSettings);
afterAll(() => client.destroy());
const scanned = (tableName: string): ScannedTable => {
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { table: makeTable(documents, tableName), readSegment: makeReadSegment(documents, tableName) };
};
const effects = { client, wait: async () => undefined };
const reconcile = (newer: string, restoredToMs: number) =>
  reconcileTable(
    { restoredToMs, erasedBy: 'operator:ada' },
    {
      restored: scanned(TableName),
      newer: scanned(newer),
      clock: Date.now,
      wait: effects.wait,
      say: () => undefined,
    },
  );

/** Two accounts whose applicants were assessed and billed, one with an event that is not published yet. */
const busyWorld = async () => {
  const [kept, other] = [await erasureWorld({ modules: MODULES }), await erasureWorld({ modules: MODULES })];
  const submit = async (world: typeof kept): Promise<LivedApplicant> => {
    const applicant = await createKnown(world);
    await submitKnown(world, applicant, 'first');
    await world.pump();
    return applicant;
  };
  const [submitted, erased] = [await submit(kept), await submit(other)];
  const owner = { accountId: kept.account.accountId, environment: 'sandbox' } as const;
  return {
    ...{ kept, other, submitted, erased },
    pending: await createKnown(kept, 'pending'),
    balance: async () => (await loadWallet(serviceTable(), owner)).balanceKobo,
    deliveries: async () =>
      (await Promise.all(kept.registrations.map((one) => kept.deliveries.deliveriesOf(one)))).flat().length,
  };
};

/** A sign-in record, as far as a restore looks at it. */
const signInOf = (accountId: string) => ({
  ...authKeys.signIn(randomUUID()),
  ...{ accountId, status: 'pending', passwordHash: 'of then' },
});

const now = ({ pk, sk }: Key) => serviceTable().get({ pk, sk });

/** Publishes what is due, twice, and returns the events that were put on the bus. */
const publishDue = async ({ kept }: Awaited<ReturnType<typeof busyWorld>>): Promise<readonly ServiceEvent[]> => {
  const entries: BusEntry[] = [];
  const sweep = () =>
    sweepEvents({
      ...kept.effects,
      clock: () => Date.now() + 10 * 60_000,
      busName: 'bus',
      putEntries: async (some) => {
        entries.push(...some);
        return some.map(() => 'taken');
      },
      setAside: async () => undefined,
    });
  await sweep();
  await sweep();
  return entries.map(({ Detail = '' }) => JSON.parse(Detail));
};

const restored = (from: string | undefined, settings = SETTINGS) =>
  restoreTable({ from, atMs: undefined }, settings, Date.now(), effects);

const expectSettings = async (): Promise<void> => {
  const table = await describeTable(client, TableName);
  expect(table).toMatchObject({
    StreamSpecification: { StreamEnabled: true, StreamViewType: TABLE.streamView },
    DeletionProtectionEnabled: true,
    SSEDescription: { SSEType: 'KMS' },
  });
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: TABLE.timeToLiveAttribute });
  const { ContinuousBackupsDescription } = await client.send(new DescribeContinuousBackupsCommand({ TableName }));
  expect(ContinuousBackupsDescription).toMatchObject({
    PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
  });
  const { Tags } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: table?.TableArn }));
  expect(Tags).toEqual([{ Key: 'stage', Value: 'prod' }]);
};

describe.skipIf(process.env['DDB_LOCAL'] === '1')('a table that is restored from a backup', () => {
  test('is the service of then, without sessions, and with what must not be forgotten', {
    timeout: 60_000,
  }, async () => {
    const world = await busyWorld();
    const { kept, other, submitted, pending, erased } = world;
    const [revoked, valid] = [await apiKeyFor(kept.account, 'live'), await apiKeyFor(kept.account)];
    const suspended = await apiKeyFor(await signedInAccount());
    const closed = await createWidgetFor(suspended);
    const [ownSignIn, newSignIn] = [signInOf(kept.account.accountId), signInOf(newId('usr', Date.now()))];
    for (const one of [ownSignIn, newSignIn]) await serviceTable().write(put(one));
    const [balanceKobo, plannedCount] = [await world.balance(), await world.deliveries()];
    const backup = await client.send(new CreateBackupCommand({ TableName, BackupName: 'before' }));

    // After the backup.
    expect((await other.erase(erased.id)).status).toBe(200);
    await apiKeyFor(kept.account, 'live');
    const suspension = { accountId: suspended.accountId, reason: 'abuse', dryRun: false, userName: 'ada' };
    await setSuspension(suspension, { table: serviceTable(), clock: Date.now });
    await createKnown(kept, 'lost');
    const changed = { passwordHash: 'changed', status: 'verified' };
    for (const one of [ownSignIn, newSignIn]) await serviceTable().write(put({ ...one, ...changed }, {}));

    // The newer table stays under another name, as if it were in another region.
    const newer = `newer-${randomUUID()}`;
    await client.send(new RestoreTableToPointInTimeCommand({ SourceTableName: TableName, TargetTableName: newer }));
    await client.send(new DeleteTableCommand({ TableName }));
    const restoredToMs = await restored(backup.BackupDetails?.BackupArn);
    await applyTableSettings(SETTINGS, { stage: 'prod' }, effects);
    const reconciled = await reconcile(newer, restoredToMs);
    expect(reconciled).toMatchObject({ erased: 1, notErased: [] });
    for (const count of [reconciled.ended, reconciled.published, reconciled.takenOver, reconciled.removed])
      expect(count).toBeGreaterThan(0);
    const nothing = { ended: 0, published: 0, takenOver: 0, removed: 0, erased: 0, notErased: [] };
    expect(await reconcile(newer, restoredToMs), 'repeated').toEqual(nothing);
    await expectSettings();
    await expect(restored(`${backup.BackupDetails?.BackupArn}0`)).rejects.toThrow('There is already a table');

    expect((await verifications(kept.account)).status, 'a session of then').toBe(401);
    Object.assign(kept.account, await signedInAccount({ accountId: kept.account.accountId }));
    expect(await kept.read(submitted.id)).toMatchObject({ id: submitted.id, subject: submitted.requested.subject });
    expect((await verifications(revoked)).status, 'a key that was revoked since').toBe(401);
    expect((await verifications(valid)).status, 'a valid key').toBe(200);
    expect((await verifications(suspended)).body.message, 'suspended since').toContain('account is suspended');

    expect(await serviceTable().get(widgetKeys.widget(closed.id)), 'a form').toHaveProperty('suspendedAt');
    expect(await now(ownSignIn), 'a password that was changed since').toMatchObject(changed);
    expect(await now(newSignIn), 'an account that was opened since').toEqual(newSignIn);

    const events = await publishDue(world);
    const about = ({ id }: LivedApplicant) => events.filter(({ data }) => data['applicantId'] === id);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
    expect(about(pending)).toHaveLength(1);
    expect(about(submitted).length).toBeGreaterThan(1);
    for (const event of about(submitted)) await kept.react(event);
    await kept.deliveries.drain(1_000);
    expect(await world.deliveries(), 'nothing follows twice').toBe(plannedCount);
    expect(balanceKobo).toBeGreaterThan(0);
    expect(await world.balance(), 'nothing is billed twice').toBe(balanceKobo);

    await other.sweep();
    await other.sweep(11 * 60_000);
    const left = [...(await everyItem()), ...other.files.kept.values()].flatMap((one) => foundIn(one, other.words));
    expect(left, 'of the applicant that was erased since').toEqual([]);
  });

  test('without a newer table, or with a wrong one, keeps its keys, and publishes the events of the last day only', async () => {
    const { documents, tableName } = await ownTableClient();
    const table = makeTable(documents, tableName);
    const account = await signedInAccount({ table });
    await apiKeyFor(account, 'live', { table });
    const [nowMs, { accountId }] = [Date.now(), account];
    const events = [nowMs, nowMs - 23 * HOUR_MS, nowMs - 25 * HOUR_MS].map((atMs) => {
      const data = { accountId };
      const item = { accountId, type: 'wallet.top_up.due', environment: 'live', widgetId: null, data } as const;
      return { atMs, write: emit(item as never, atMs, newId('sev', atMs)) };
    });
    for (const { write, atMs } of events) {
      await table.write(write);
      if (write.kind === 'put') await table.write(settledWrite(write.item, 'publishedAt', atMs));
    }
    const reconcileOwn = (newer?: ScannedTable) =>
      reconcileTable(
        { restoredToMs: nowMs, erasedBy: 'operator:ada' },
        {
          restored: { table, readSegment: makeReadSegment(documents, tableName) },
          ...(newer && { newer }),
          ...{ clock: Date.now, wait: effects.wait, say: () => undefined },
        },
      );
    const reconciled = { ended: 1, published: 2, takenOver: 0, removed: 0, erased: 0, notErased: [] };
    expect(await reconcileOwn()).toEqual(reconciled);
    const another = await ownTableClient();
    expect(await reconcileOwn(scanned(another.tableName)), 'a table of something else').toEqual({
      ...reconciled,
      ...{ ended: 0, published: 0 },
    });
    expect(await table.get(callerKeys.apiKeyPairs(accountId, 'live'))).toBeDefined();
  });

  test('needs something to be restored from', async () => {
    const missing = { ...SETTINGS, TableName: 'missing' };
    await expect(restored(undefined, missing)).rejects.toThrow('Say with --from what to restore it from');
    await expect(restored('arn:aws:s3:::a-bucket', missing)).rejects.toThrow('neither the ARN of a table nor');
  });

  test('of another version is not adopted', async () => {
    const wanted = { ...SETTINGS, GlobalSecondaryIndexes: [{ IndexName: 'gsi1' }, { IndexName: 'gsi9' }] };
    await expect(applyTableSettings(wanted, {}, effects)).rejects.toThrow(/has the indexes gsi1.* needs gsi1, gsi9/);
  });
});
