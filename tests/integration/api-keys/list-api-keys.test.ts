import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/api-keys/list-api-keys';
import { listApiKeys } from '#functions/api/api-keys/list-api-keys.contract';
import { serviceTable } from '#shared/db/client';
import { useWrite } from '#shared/http/caller/api-key-access';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';

const call = endpoint(listApiKeys, handler);

const HOUR_MS = 3_600_000;

describe('list API keys: what it promises', () => {
  test('the working pairs of both environments, newest first, with masked secrets', async () => {
    const account = await signedInAccount();
    const nowMs = Date.now();
    const sandbox = await apiKeyFor(account, 'sandbox', { nowMs: nowMs - 2 * HOUR_MS });
    const live = await apiKeyFor(account, 'live', { nowMs: nowMs - HOUR_MS });
    await serviceTable().write(
      useWrite({ ...account, environment: 'sandbox', keyId: sandbox.keyId }, '2999-11-22T09:00:00.000Z'),
    );
    const { status, body } = await call(account);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: [
        {
          id: live.keyId,
          environment: 'live',
          publishableKey: live.publishableKey,
          secretKeyMasked: `live_sk_****${live.secretKey.slice(-4)}`,
          createdAt: new Date(nowMs - HOUR_MS).toISOString(),
          expiresAt: null,
          lastUsedAt: null,
        },
        {
          id: sandbox.keyId,
          environment: 'sandbox',
          publishableKey: sandbox.publishableKey,
          secretKeyMasked: `test_sk_****${sandbox.secretKey.slice(-4)}`,
          createdAt: new Date(nowMs - 2 * HOUR_MS).toISOString(),
          expiresAt: null,
          lastUsedAt: '2999-11-22T09:00:00.000Z',
        },
      ],
    });
  });

  test('nothing for an account without keys, and no pairs that were replaced or whose overlap is over', async () => {
    const account = await signedInAccount();
    expect((await call(account)).body.data).toStrictEqual([]);
    await apiKeyFor(account, 'sandbox', { nowMs: Date.now() - 3 * HOUR_MS });
    const newest = await apiKeyFor(account, 'sandbox', { nowMs: Date.now() - 2 * HOUR_MS, expiresInHours: 1 });
    expect((await call(account)).body.data.map(({ id }: { id: string }) => id)).toStrictEqual([newest.keyId]);
  });

  test('a page of it on request', async () => {
    const account = await signedInAccount();
    const older = await apiKeyFor(account, 'sandbox', { nowMs: Date.now() - HOUR_MS });
    await apiKeyFor(account, 'live');
    const { body } = await call(account, { query: { page: '2', limit: '1' } });
    expect(body.data.map(({ id }: { id: string }) => id)).toStrictEqual([older.keyId]);
    expect(body.pagination).toStrictEqual({
      page: 2,
      limit: 1,
      total: 2,
      totalPages: 2,
      hasNext: false,
      hasPrev: true,
    });
  });
});

securitySuite({
  contract: listApiKeys,
  handler,
  request: async (account) => {
    await apiKeyFor(account);
    return {};
  },
});
