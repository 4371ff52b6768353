import { describe, expect, test } from 'vitest';
import { deleteWebhook } from '#functions/api/webhooks/delete-webhook.contract';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { registrationKeys } from '#shared/webhooks/registrations/keys';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { call, draftFor, handlers, naming } from './calls.ts';

const register = async (account: SignedInAccount): Promise<{ id: string; appId: string }> => {
  const app = await createWidgetFor(account);
  return (await call('create', account, { body: draftFor(app.id) })).body.data;
};

describe('delete a webhook registration: what it promises', () => {
  test('it confirms the deletion', async () => {
    const account = await signedInAccount();
    const { id } = await register(account);
    const { status, body } = await call('delete', account, naming(id));
    expect(status).toBe(200);
    expect(body).toStrictEqual({ success: true, message: 'Webhook registration deleted.' });
  });

  test('its app, environment and service type are free again, for a registration with another id and secret', async () => {
    const account = await signedInAccount();
    const { id, appId } = await register(account);
    await call('delete', account, naming(id));
    const { status, body } = await call('create', account, { body: draftFor(appId) });
    expect(status).toBe(201);
    expect(body.data.id).not.toBe(id);
  });

  test('the account keeps its history, without the secret', async () => {
    const account = await signedInAccount();
    const { id, appId } = await register(account);
    await call('delete', account, naming(id));
    const item = await serviceTable().get(registrationKeys.deletedRegistration(account.accountId, id));
    expect(item).toMatchObject({ registrationId: id, appId, isActive: false, deletedAt: expect.any(String) });
    expect(item).not.toHaveProperty('sealedSecret');
  });

  test('of several calls at once, one deletes it, and the others do not find it', async () => {
    const account = await signedInAccount();
    const { id } = await register(account);
    const responses = await Promise.all(Array.from({ length: 10 }, () => call('delete', account, naming(id))));
    expect(responses.map(({ status }) => status).sort()).toStrictEqual([200, ...Array(9).fill(404)]);
  });

  test('it counts towards the limit of a hundred an hour', async () => {
    const account = await signedInAccount();
    const { headers } = await call('delete', account, naming((await register(account)).id));
    expect(headers).toMatchObject({ 'RateLimit-Limit': '100' });
  });
});

describe('delete a webhook registration: what it refuses', () => {
  test.each(['whk_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'x', 'whk_#'])('the id %s', async (id) => {
    const { status, body } = await call('delete', await signedInAccount(), naming(id));
    expect([status, body.code]).toStrictEqual([404, 'WEBHOOK_NOT_FOUND']);
  });

  test('one that is deleted, with the same response as for one that never existed', async () => {
    const account = await signedInAccount();
    const { id } = await register(account);
    await call('delete', account, naming(id));
    const deleted = await call('delete', account, naming(id));
    const missing = await call('delete', account, naming(newId('whk', Date.now())));
    expect(deleted.body).toStrictEqual(missing.body);
  });
});

securitySuite({
  contract: deleteWebhook,
  handler: handlers.delete,
  request: async (account) => naming((await register(account)).id),
  missing: () => naming(newId('whk', Date.now())),
});
