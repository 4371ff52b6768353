import { describe, expect, test } from 'vitest';
import { handler as updateHandler } from '#functions/api/webhooks/update-webhook';
import { updateWebhook } from '#functions/api/webhooks/update-webhook.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { newId } from '#shared/platform/ids';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { CLOSED_BREAKER } from '#shared/webhooks/deliveries/limits/breaker';
import { readBreaker } from '#shared/webhooks/deliveries/limits/breaker-store';
import { registrationKeys } from '#shared/webhooks/registrations/keys';
import { deactivationWrite, findRegistration } from '#shared/webhooks/registrations/registration-repository';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { call, draftFor, handlers, list, lookedUp, naming, publicEndpoints } from './calls.ts';

const ELSEWHERE = 'https://hooks.example.com/elsewhere';

const register = async (account: SignedInAccount): Promise<string> => {
  const app = await createWidgetFor(account);
  return (await call('create', account, { body: draftFor(app.id) })).body.data.id;
};

const change = (account: SignedInAccount, id: string, body: unknown) =>
  call<{ readonly endpoint: string; readonly isActive: boolean }>('update', account, { ...naming(id), body });

const stored = async ({ accountId }: SignedInAccount, id: string) =>
  serviceTable().get(registrationKeys.registration(accountId, id));

/** Deactivates a registration as five days of failures do, with an open breaker. */
const deactivate = async ({ accountId }: SignedInAccount, id: string): Promise<void> => {
  const registration = await findRegistration(serviceTable(), accountId, id);
  if (!registration) throw new Error('There is no such registration');
  await serviceTable().write(deactivationWrite(registration, 'failing', Date.now()));
  const openBreaker = { status: 'open', openings: 3, openedAtMs: Date.now(), coolUntilMs: Date.now() + 900_000 };
  await serviceTable().write(
    update(deliveryKeys.breaker(id), {
      set: { state: openBreaker, version: 7, failingSinceMs: Date.now() - 5 * 86_400_000 },
      when: {},
    }),
  );
};

describe('change a webhook registration: what it promises', () => {
  test('only the sent fields change, and the response is the registration as lists show it', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    const [before] = (await list(account)).body.data;
    const { status, body } = await change(account, id, { endpoint: ELSEWHERE });
    expect(status).toBe(200);
    expect(body).toStrictEqual({ success: true, data: { ...before, endpoint: ELSEWHERE } });
    expect((await list(account)).body.data).toStrictEqual([body.data]);
    const paused = await change(account, id, { isActive: false });
    expect(paused.body.data).toStrictEqual({ ...before, endpoint: ELSEWHERE, isActive: false });
    expect((await list(account)).body.data).toStrictEqual([paused.body.data]);
  });

  test('an empty body changes nothing', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    const before = await stored(account, id);
    expect((await change(account, id, {})).status).toBe(200);
    expect(await stored(account, id)).toStrictEqual(before);
  });

  test('isActive: true ends a deactivation: the breaker closes, and the days of failures count anew', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    await deactivate(account, id);
    expect((await change(account, id, { isActive: true })).body.data.isActive).toBe(true);
    const item = await stored(account, id);
    expect(item).not.toHaveProperty('deactivatedAt');
    expect(item).not.toHaveProperty('deactivationReason');
    const breaker = await readBreaker(serviceTable(), id);
    expect(breaker).toMatchObject({ state: CLOSED_BREAKER, version: 8 });
    expect(breaker.failingSinceMs).toBeUndefined();
  });

  test('a new endpoint begins with a closed breaker, and stays deactivated until it is activated', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    await deactivate(account, id);
    expect((await change(account, id, { endpoint: ELSEWHERE })).body.data.isActive).toBe(false);
    expect(await readBreaker(serviceTable(), id)).toMatchObject({ state: CLOSED_BREAKER });
    expect(await stored(account, id)).toMatchObject({ isActive: false, deactivationReason: 'failing' });
  });

  test('a failure of the former endpoint does not deactivate the new one', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    const former = await findRegistration(serviceTable(), account.accountId, id);
    await change(account, id, { endpoint: ELSEWHERE });
    const { written } = await serviceTable().write(
      deactivationWrite(former ?? expect.fail('It is registered'), 'gone', Date.now()),
    );
    expect(written).toBe(false);
  });

  test('two changes at once both take effect, and the response to the later one shows both', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    const responses = await Promise.all([
      change(account, id, { endpoint: ELSEWHERE }),
      change(account, id, { isActive: false }),
    ]);
    const both = { endpoint: ELSEWHERE, isActive: false };
    expect(await stored(account, id)).toMatchObject(both);
    expect(responses.map(({ status }) => status)).toStrictEqual([200, 200]);
    expect(responses.map(({ body }) => body.data)).toContainEqual(expect.objectContaining(both));
  });

  test('the response during a deactivation and a rotation shows the stored state', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    const meanwhile = endpoint(
      updateWebhook,
      updateHandler.with({
        endpoints: async (address) => {
          await deactivate(account, id);
          await call('rotate', account, { ...naming(id), body: {} });
          return publicEndpoints(address);
        },
      }),
    );
    const { status, body } = await meanwhile(account, { ...naming(id), body: { endpoint: ELSEWHERE } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ endpoint: ELSEWHERE, isActive: false });
    expect((await list(account)).body.data).toStrictEqual([body.data]);
  });
});

describe('change a webhook registration: what it refuses', () => {
  test.each([
    'http://hooks.example.com/',
    'https://inside.example.com/',
    'https://mixed.example.com/',
    'https://127.0.0.1/',
    'https://user:word@hooks.example.com/',
  ])('the endpoint %s, as at registration', async (address) => {
    const account = await signedInAccount();
    const id = await register(account);
    const before = await stored(account, id);
    const { status, body } = await change(account, id, { endpoint: address, isActive: false });
    expect([status, body.code]).toStrictEqual([400, 'ENDPOINT_NOT_ALLOWED']);
    expect(await stored(account, id)).toStrictEqual(before);
  });

  test('an invalid endpoint and an invalid boolean, both at once', async () => {
    const account = await signedInAccount();
    const { status, body } = await change(account, await register(account), { endpoint: 'nowhere', isActive: 'no' });
    expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(body.details?.map(({ path }) => path).sort()).toStrictEqual(['endpoint', 'isActive']);
  });

  test("a registration that was deleted, or is another account's, without looking up its host name", async () => {
    const [account, other] = await Promise.all([signedInAccount(), signedInAccount()]);
    const id = await register(account);
    const before = lookedUp.length;
    expect((await change(other, id, { endpoint: ELSEWHERE })).body.code).toBe('WEBHOOK_NOT_FOUND');
    expect(lookedUp).toHaveLength(before);
    await call('delete', account, naming(id));
    expect((await change(account, id, { isActive: true })).status).toBe(404);
    expect(await stored(account, id)).toBeUndefined();
  });
});

securitySuite({
  contract: updateWebhook,
  handler: handlers.update,
  request: async (account) => ({ ...naming(await register(account)), body: { isActive: true } }),
  missing: () => ({ ...naming(newId('whk', Date.now())), body: { isActive: true } }),
});
