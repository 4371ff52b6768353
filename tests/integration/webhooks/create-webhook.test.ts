import { describe, expect, test } from 'vitest';
import { createWebhook } from '#functions/api/webhooks/create-webhook.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { SERVICE_TYPES } from '#shared/events/catalogue';
import { newId } from '#shared/platform/ids';
import { openSealed } from '#shared/platform/vault';
import { registrationKeys, registrationsOfAccount } from '#shared/webhooks/registrations/keys';
import { newRegistration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault, TEST_VAULT_SECRET } from '#tests/support/vault';
import { call, draftFor, handlers, idempotencyKey, list, lookedUp, PUBLIC_ENDPOINT } from './calls.ts';

const ownerOfApp = async (environment: 'sandbox' | 'live' = 'sandbox') => {
  const account = await signedInAccount();
  const app = await createWidgetFor(account, { environment });
  return { account, appId: app.id };
};

/** Sets the account's count of registrations in the sandbox to one below the maximum. */
const almostFull = ({ accountId }: SignedInAccount) => {
  const { counts, most } = registrationsOfAccount(accountId);
  return serviceTable().write(update(counts, { set: { sandbox: most - 1 }, when: {} }));
};

describe('create a webhook registration: what it promises', () => {
  test('the response is the registration with its signing secret in full', async () => {
    const { account, appId } = await ownerOfApp();
    const { status, body } = await call('create', account, { body: draftFor(appId) });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^whk_[0-9A-HJKMNP-TV-Z]{26}$/),
        appId,
        environment: 'sandbox',
        serviceType: 'kyc_widget',
        endpoint: PUBLIC_ENDPOINT,
        isActive: true,
        signingSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
  });

  test('from then on, lists show the secret only by its last four characters', async () => {
    const { account, appId } = await ownerOfApp();
    const created = await call('create', account, { body: draftFor(appId) });
    const { signingSecret, ...rest } = created.body.data;
    const listed = await list(account);
    expect(listed.body.data).toStrictEqual([{ ...rest, signingSecretMasked: `whsec_****${signingSecret.slice(-4)}` }]);
    expect(JSON.stringify(listed.body)).not.toContain(signingSecret);
  });

  test('at rest, the secret is sealed for only this registration', async () => {
    const { account, appId } = await ownerOfApp();
    const { id, signingSecret } = (await call('create', account, { body: draftFor(appId) })).body.data;
    const item = await serviceTable().get(registrationKeys.registration(account.accountId, id));
    expect(JSON.stringify(item)).not.toContain(signingSecret);
    const sealed = String(item?.['sealedSecret']);
    expect(await openSealed(sealed, id, readTestVault)).toBe(signingSecret);
    await expect(openSealed(sealed, newId('whk', Date.now()), readTestVault)).rejects.toThrow();
  });

  test('an app may have one registration for each service type', async () => {
    const { account, appId } = await ownerOfApp();
    for (const serviceType of ['kyc_widget', 'verification', 'trust_monitor', 'disputes']) {
      const { status } = await call('create', account, { body: draftFor(appId, { serviceType }) });
      expect(status, serviceType).toBe(201);
    }
  });

  test('26 widgets may each have one for every service type, and all are listed', async () => {
    const account = await signedInAccount();
    const nowMs = Date.now();
    const scope = { accountId: account.accountId, environment: 'sandbox' } as const;
    for (let widget = 0; widget < 25; widget++) {
      const appId = newId('wgt', nowMs);
      for (const serviceType of SERVICE_TYPES) {
        const draft = { ...scope, appId, serviceType, endpoint: PUBLIC_ENDPOINT };
        const { registration } = newRegistration(draft, TEST_VAULT_SECRET, nowMs);
        expect(await serviceTable().transact(registrationWrites(registration))).toStrictEqual({ written: true });
      }
    }
    const { id } = await createWidgetFor(account);
    const created = await Promise.all(
      SERVICE_TYPES.map((serviceType) => call('create', account, { body: draftFor(id, { serviceType }) })),
    );
    expect(created.map(({ status }) => status)).toStrictEqual([201, 201, 201, 201]);
    expect((await list(account)).body.data).toHaveLength(104);
  });

  test('sandbox and live apps have their own secrets', async () => {
    const account = await signedInAccount();
    const secrets = new Set<string>();
    for (const environment of ['sandbox', 'live'] as const) {
      const app = await createWidgetFor(account, { environment });
      const { body } = await call('create', account, { body: draftFor(app.id, { environment }) });
      secrets.add(body.data.signingSecret);
    }
    expect(secrets.size).toBe(2);
  });

  test('a repeated call with one idempotency key gets the same response, with its secret masked', async () => {
    const { account, appId } = await ownerOfApp();
    const request = { body: draftFor(appId), headers: idempotencyKey() };
    const first = await call('create', account, request);
    const second = await call('create', account, request);
    const { signingSecret } = first.body.data;
    expect(second.status).toBe(201);
    expect(second.body).toStrictEqual({
      ...first.body,
      data: { ...first.body.data, signingSecret: `whsec_****${signingSecret.slice(-4)}` },
    });
  });

  test('fifty calls at once for one app, environment and service type make one registration', async () => {
    const { account, appId } = await ownerOfApp();
    const results = await Promise.all(
      Array.from({ length: 50 }, () => call('create', account, { body: draftFor(appId) })),
    );
    const statuses = results.map(({ status }) => status).sort();
    expect(statuses).toStrictEqual([201, ...Array(49).fill(409)]);
    expect((await list(account)).body.data).toHaveLength(1);
  });

  test('the limit is a hundred of these calls an hour, stated in every response', async () => {
    const { account, appId } = await ownerOfApp();
    const { headers } = await call('create', account, { body: draftFor(appId) });
    expect(headers).toMatchObject({ 'RateLimit-Limit': '100', 'RateLimit-Remaining': '99' });
  });
});

describe('create a webhook registration: what it refuses', () => {
  test('a body with several problems gets all of them', async () => {
    const account = await signedInAccount();
    const { status, body } = await call('create', account, {
      body: { appId: '', environment: 'test', serviceType: 'kyb', endpoint: 'not a url' },
    });
    expect(status).toBe(400);
    expect(body.code).toBe('VALIDATION_FAILED');
    expect(body.details?.map(({ path }) => path)).toStrictEqual(['appId', 'environment', 'serviceType', 'endpoint']);
  });

  test('an endpoint of more than 2048 characters', async () => {
    const { account, appId } = await ownerOfApp();
    const endpoint = (length: number) => `https://hooks.example.com/${'a'.repeat(length - 26)}`;
    expect((await call('create', account, { body: draftFor(appId, { endpoint: endpoint(2049) }) })).status).toBe(400);
    expect((await call('create', account, { body: draftFor(appId, { endpoint: endpoint(2048) }) })).status).toBe(201);
  });

  test.each(['wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'app', 'wgt_#', '../ACCOUNT'])(
    'an app that does not exist: %s',
    async (appId) => {
      const account = await signedInAccount();
      const { status, body } = await call('create', account, { body: draftFor(appId) });
      expect(status).toBe(404);
      expect(body).toStrictEqual({
        success: false,
        status: 'error',
        message: 'App not found. Send the id of one of your widgets as appId.',
        code: 'APP_NOT_FOUND',
      });
    },
  );

  test("another account's app, with the same response as for one that does not exist", async () => {
    const { appId } = await ownerOfApp();
    const stranger = await signedInAccount();
    const others = await call('create', stranger, { body: draftFor(appId) });
    const missing = await call('create', stranger, { body: draftFor(newId('wgt', Date.now())) });
    expect(others.status).toBe(404);
    expect(others.body).toStrictEqual(missing.body);
  });

  test('a caller without an app cannot make the service resolve a name', async () => {
    const stranger = await signedInAccount();
    const endpoint = 'https://never-looked-up.example.com/';
    await call('create', stranger, { body: draftFor(newId('wgt', Date.now()), { endpoint }) });
    expect(lookedUp).not.toContain('never-looked-up.example.com');
  });

  test("an environment that is not the app's", async () => {
    const { account, appId } = await ownerOfApp('live');
    const { status, body } = await call('create', account, { body: draftFor(appId) });
    expect([status, body.code]).toStrictEqual([400, 'ENVIRONMENT_MISMATCH']);
    expect(body.details).toStrictEqual([
      { path: 'environment', message: 'Must be live, which is the environment of the widget' },
    ]);
  });

  test.each([
    ['http://hooks.example.com/', 'The endpoint must use https.'],
    ['ftp://hooks.example.com/', 'The endpoint must use https.'],
    ['https://user:pass@hooks.example.com/', 'The endpoint must not hold a user name or password.'],
    ['https://127.0.0.1/', 'The endpoint must be reachable at public internet addresses only.'],
    ['https://0x7f.1/', 'The endpoint must be reachable at public internet addresses only.'],
    ['https://[::ffff:169.254.169.254]/', 'The endpoint must be reachable at public internet addresses only.'],
    ['https://localhost/', 'The endpoint must be reachable at public internet addresses only.'],
    ['https://inside.example.com/', 'The endpoint must be reachable at public internet addresses only.'],
    ['https://mixed.example.com/', 'The endpoint must be reachable at public internet addresses only.'],
    ['https://nowhere.example.com/', 'The host name of the endpoint cannot be resolved.'],
  ])('the endpoint %s', async (endpoint, message) => {
    const { account, appId } = await ownerOfApp();
    const { status, body } = await call('create', account, { body: draftFor(appId, { endpoint }) });
    expect(status).toBe(400);
    expect(body).toStrictEqual({
      success: false,
      status: 'error',
      message: 'This endpoint cannot receive webhooks. See details.',
      code: 'ENDPOINT_NOT_ALLOWED',
      details: [{ path: 'endpoint', message }],
    });
    expect((await list(account)).body.data).toStrictEqual([]);
  });

  test('a second registration for an app, environment and service type', async () => {
    const { account, appId } = await ownerOfApp();
    await call('create', account, { body: draftFor(appId) });
    const { status, body } = await call('create', account, {
      body: draftFor(appId, { endpoint: 'https://hooks.example.com/other' }),
    });
    expect([status, body.code]).toStrictEqual([409, 'WEBHOOK_EXISTS']);
  });

  test('one more than an account may have in an environment, however many arrive at once; a deletion makes room', async () => {
    const { account, appId } = await ownerOfApp();
    const first = await call('create', account, { body: draftFor(appId) });
    await almostFull(account);
    const others = (['verification', 'trust_monitor', 'disputes'] as const).map((serviceType) =>
      draftFor(appId, { serviceType }),
    );
    const responses = await Promise.all(others.map((body) => call('create', account, { body })));
    expect(responses.map(({ status }) => status).toSorted()).toStrictEqual([201, 409, 409]);
    const refused = responses.filter(({ status }) => status === 409);
    for (const { body } of refused) expect(body).toMatchObject({ code: 'TOO_MANY_WEBHOOKS' });
    const live = await createWidgetFor(account, { environment: 'live' });
    expect((await call('create', account, { body: draftFor(live.id, { environment: 'live' }) })).status).toBe(201);
    await call('delete', account, { pathParameters: { id: first.body.data.id } });
    expect((await call('create', account, { body: draftFor(appId) })).status).toBe(201);
  });
});

securitySuite({
  contract: createWebhook,
  handler: handlers.create,
  request: async (account) => ({ body: draftFor((await createWidgetFor(account)).id) }),
  missing: () => ({ body: draftFor(newId('wgt', Date.now())) }),
});
