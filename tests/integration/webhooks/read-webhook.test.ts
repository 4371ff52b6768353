import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/webhooks/read-webhook';
import { readWebhook } from '#functions/api/webhooks/read-webhook.contract';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { DEACTIVATION_REASONS, type DeactivationReason } from '#shared/webhooks/registrations/registration';
import { deactivationWrite, findRegistration } from '#shared/webhooks/registrations/registration-repository';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { call, draftFor, list, naming } from './calls.ts';

const register = async (account: SignedInAccount): Promise<string> => {
  const app = await createWidgetFor(account);
  return (await call('create', account, { body: draftFor(app.id) })).body.data.id;
};

const read = async (account: SignedInAccount, id: string) => {
  const { method, route, name } = readWebhook;
  const response = await handler(
    apiEvent({ ...naming(id), method, route, headers: account.headers }),
    lambdaContext(name),
  );
  return { status: response.statusCode, body: JSON.parse(response.body ?? '{}') };
};

const deactivate = async ({ accountId }: SignedInAccount, id: string, reason: DeactivationReason, atMs: number) => {
  const registration = await findRegistration(serviceTable(), accountId, id);
  await serviceTable().write(deactivationWrite(registration ?? expect.fail('It is registered'), reason, atMs));
};

describe('read a webhook registration: what it promises', () => {
  test('it is as in the list, and was never deactivated', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    const [listed] = (await list(account)).body.data;
    expect(await read(account, id)).toStrictEqual({
      status: 200,
      body: { success: true, data: { ...listed, deactivatedAt: null, deactivatedReason: null } },
    });
  });

  test.each(DEACTIVATION_REASONS)(
    'deactivated as %s, it says so, and since when, until it is activated',
    async (reason) => {
      const account = await signedInAccount();
      const id = await register(account);
      const atMs = Date.now() - 60_000;
      await deactivate(account, id, reason, atMs);
      expect((await read(account, id)).body.data).toMatchObject({
        isActive: false,
        deactivatedAt: new Date(atMs).toISOString(),
        deactivatedReason: reason,
      });
      await call('update', account, { ...naming(id), body: { isActive: true } });
      expect((await read(account, id)).body.data).toMatchObject({ isActive: true, deactivatedAt: null });
    },
  );

  test('paused by its owner, it is inactive, but not deactivated by the service', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    await call('update', account, { ...naming(id), body: { isActive: false } });
    expect((await read(account, id)).body.data).toMatchObject({
      isActive: false,
      deactivatedAt: null,
      deactivatedReason: null,
    });
  });
});

describe('read a webhook registration: what it refuses', () => {
  test.each(['whk_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'x', 'whk_#'])('the id %s', async (id) => {
    const { status, body } = await read(await signedInAccount(), id);
    expect([status, body.code]).toStrictEqual([404, 'WEBHOOK_NOT_FOUND']);
  });

  test('one that is deleted', async () => {
    const account = await signedInAccount();
    const id = await register(account);
    await call('delete', account, naming(id));
    expect((await read(account, id)).status).toBe(404);
  });
});

securitySuite({
  contract: readWebhook,
  handler,
  request: async (account) => naming(await register(account)),
  missing: () => naming(newId('whk', Date.now())),
});
