import { describe, expect, test } from 'vitest';
import { readExport } from '#functions/api/kyb/read-export.contract';
import { newId } from '#shared/platform/ids';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { requestTo } from '#tests/support/call';
import { createExportFor } from '#tests/support/exports';
import { securitySuite } from '#tests/support/security-suite';
import { accountWithWidget, create, read, reading, stored, worker } from './world.ts';

const HOUR_MS = 60 * 60_000;

const BOTH = ['sandbox', 'live'] as const;

describe('Reading an export', () => {
  test('has an address of its file once it is completed, which browsers save under its id', async () => {
    const { account } = await accountWithWidget();
    const { id } = (await create(account, { body: {} })).body.data;
    expect((await read(account, id)).body.data).toMatchObject({ status: 'pending', url: null });
    await worker().write(account, id);
    const { fileKey } = await stored(account, id);
    expect((await read(account, id)).body.data).toMatchObject({
      status: 'completed',
      progress: { done: 0, total: 0 },
      rows: 0,
      completedAt: expect.any(String),
      url: `https://files.example/${fileKey}?name=applicants-${id}.csv`,
    });
  });

  test('ends with its day, whether or not the table has deleted it', async () => {
    const { accountId, ...account } = await signedInAccount();
    const scope = { accountId, environments: BOTH };
    const old = await createExportFor(scope, {}, Date.now() - 24 * HOUR_MS);
    const { status, body } = await read(account, old.id);
    expect([status, body.code]).toStrictEqual([404, 'EXPORT_NOT_FOUND']);
    const younger = await createExportFor(scope, {}, Date.now() - 24 * HOUR_MS + 60_000);
    expect((await read(account, younger.id)).status).toBe(200);
  });

  test('with a key finds only those of its environment', async () => {
    const { accountId } = await signedInAccount();
    const key = await apiKeyFor({ accountId });
    const exports = {
      both: await createExportFor({ accountId, environments: BOTH }),
      live: await createExportFor({ accountId, environments: ['live'] }),
      own: await createExportFor({ accountId, environments: ['sandbox'] }),
    };
    const missing = await read(key, newId('exp', Date.now()));
    for (const { id } of [exports.both, exports.live]) {
      const { status, body } = await read(key, id);
      expect([status, body]).toStrictEqual([404, missing.body]);
    }
    expect((await read(key, exports.own.id)).status).toBe(200);
  });
});

test.each(['exp_1', 'a#b'])('Reading an export is refused for an impossible id: %s', async (id) => {
  const { status, body } = await read(await signedInAccount(), id);
  expect([status, body.code]).toStrictEqual([404, 'EXPORT_NOT_FOUND']);
});

const requestOf = (id: string) => requestTo(readExport, { pathParameters: { id } });

securitySuite({
  contract: readExport,
  handler: reading,
  request: async ({ accountId }) => requestOf((await createExportFor({ accountId, environments: ['sandbox'] })).id),
  missing: () => requestOf(newId('exp', Date.now())),
});
