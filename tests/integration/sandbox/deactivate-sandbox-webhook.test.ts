import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/sandbox/deactivate-sandbox-webhook';
import { deactivateSandboxWebhook } from '#functions/api/sandbox/deactivate-sandbox-webhook.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { FAILURE_STREAK_MS } from '#shared/webhooks/deliveries/conclusions/failure-streak';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { call as callWebhooks, draftFor, naming } from '#tests/integration/webhooks/calls';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';

const call = endpoint(deactivateSandboxWebhook, handler);
const table = serviceTable();

const register = async (account: SignedInAccount, environment: Environment = 'sandbox'): Promise<string> => {
  const app = await createWidgetFor(account, { environment });
  return (await callWebhooks('create', account, { body: draftFor(app.id, { environment }) })).body.data.id;
};

const registered = async (environment: Environment = 'sandbox') => {
  const account = await signedInAccount();
  const id = await register(account, environment);
  return {
    account,
    id,
    deactivate: () => call(account, { pathParameters: { id } }),
    change: (body: object) => callWebhooks('update', account, { ...naming(id), body }),
    notice: () => table.get(deliveryKeys.deactivationNotice(id)),
  };
};

describe('Deactivating a sandbox registration', () => {
  test('leaves it as five days of failures do, with the notice that is mailed', async () => {
    const { account, id, deactivate, notice } = await registered();
    const beforeMs = Date.now();
    const { status, body } = await deactivate();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id, isActive: false, deactivatedReason: 'failing' });
    expect(Date.parse(body.data.deactivatedAt)).toBeGreaterThanOrEqual(beforeMs);
    const mailed = await notice();
    expect(mailed).toMatchObject({ registrationId: id, accountId: account.accountId, reason: 'failing', tries: 0 });
    expect(Date.parse(String(mailed?.['failingSince']))).toBe(Date.parse(body.data.deactivatedAt) - FAILURE_STREAK_MS);
    expect(mailed?.['gsi4sk']).toBeDefined();
  });

  test('again, or ten times at once, changes nothing more', async () => {
    const { deactivate, notice } = await registered();
    const responses = await Promise.all(Array.from({ length: 10 }, deactivate));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const times = new Set(responses.map(({ body }) => body.data.deactivatedAt));
    expect(times.size).toBe(1);
    expect(Date.parse(String((await notice())?.['failingSince'])) + FAILURE_STREAK_MS).toBe(
      Date.parse([...times][0] ?? ''),
    );
  });

  test('ends a streak that had begun, and is ended by its owner like a real one', async () => {
    const { id, deactivate, change } = await registered();
    await table.write(update(deliveryKeys.breaker(id), { set: { failingSinceMs: Date.now() - 60_000 }, when: {} }));
    await deactivate();
    expect((await table.get(deliveryKeys.breaker(id)))?.['failingSinceMs']).toBeUndefined();
    expect((await change({ isActive: true })).body.data).toMatchObject({ isActive: true });
    const { body } = await deactivate();
    expect(body.data.deactivatedReason).toBe('failing');
  });

  test('works by a key of the sandbox', async () => {
    const { account, id } = await registered();
    expect((await call(await apiKeyFor(account), { pathParameters: { id } })).status).toBe(200);
  });
});

describe('Deactivating a sandbox registration refuses', () => {
  test('one in live, with the same 404 as for one that never existed', async () => {
    const { account, deactivate, notice } = await registered('live');
    const live = await deactivate();
    const missing = await call(account, { pathParameters: { id: newId('whk', Date.now()) } });
    const malformed = await call(account, { pathParameters: { id: 'whk_#' } });
    expect([live.status, live.body.code]).toStrictEqual([404, 'WEBHOOK_NOT_FOUND']);
    expect([live.response.body, malformed.response.body]).toStrictEqual(Array(2).fill(missing.response.body));
    expect(await notice()).toBeUndefined();
  });

  test('one that its owner has deactivated', async () => {
    const { deactivate, change, notice } = await registered();
    await change({ isActive: false });
    const { status, body } = await deactivate();
    expect([status, body.code]).toStrictEqual([409, 'WEBHOOK_INACTIVE']);
    expect(await notice()).toBeUndefined();
  });
});

securitySuite({
  contract: deactivateSandboxWebhook,
  handler,
  request: async (account) => ({ pathParameters: { id: await register(account) } }),
  missing: () => ({ pathParameters: { id: newId('whk', Date.now()) } }),
});
