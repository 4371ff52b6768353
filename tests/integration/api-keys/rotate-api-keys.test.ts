import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as listHandler } from '#functions/api/api-keys/list-api-keys';
import { listApiKeys } from '#functions/api/api-keys/list-api-keys.contract';
import { handler } from '#functions/api/api-keys/rotate-api-keys';
import { rotateApiKeys } from '#functions/api/api-keys/rotate-api-keys.contract';
import { handler as listWebhooksHandler } from '#functions/api/webhooks/list-webhooks';
import { listWebhooks } from '#functions/api/webhooks/list-webhooks.contract';
import { readApiKeyPairs } from '#shared/auth/api-keys/api-key-repository';
import { serviceTable } from '#shared/db/client';
import { secretKeyHash } from '#shared/http/caller/api-key-access';
import { callerKeys } from '#shared/http/caller/keys';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { endpoint } from '#tests/support/call';
import { lambdaContext } from '#tests/support/lambda-context';
import { securitySuite } from '#tests/support/security-suite';

const call = endpoint(rotateApiKeys, handler);
const list = endpoint(listApiKeys, listHandler);

const newKeys = async (account: SignedInAccount, body: object = { environment: 'sandbox' }) => {
  const response = await call(account, { body });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.data;
};

/** The response of an endpoint for accounts to a key. */
const statusFor = async (secretKey: string): Promise<number> => {
  const { route } = listWebhooks;
  const event = apiEvent({ method: 'GET', route, path: route, headers: { authorization: `Bearer ${secretKey}` } });
  return (await listWebhooksHandler(event, lambdaContext('list-webhooks', 20_000))).statusCode;
};

describe('rotate API keys: what it promises', () => {
  test.each([
    ['sandbox', 'test'],
    ['live', 'live'],
  ])(
    'the first pair of %s too: keys of 32 characters, with the secret shown only once',
    async (environment, prefix) => {
      const { status, body } = await call(await signedInAccount(), { body: { environment } });
      expect(status).toBe(201);
      expect(body).toStrictEqual({
        success: true,
        data: {
          environment,
          publishableKey: expect.stringMatching(new RegExp(`^${prefix}_pk_[0-9A-Za-z]{32}$`)),
          secretKey: expect.stringMatching(new RegExp(`^${prefix}_sk_[0-9A-Za-z]{32}$`)),
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      });
      expect(await statusFor(body.data.secretKey)).toBe(200);
    },
  );

  test('the previous pair stops at once, and none of it remains', async () => {
    const account = await signedInAccount();
    const before = await newKeys(account);
    const after = await newKeys(account);
    expect(await statusFor(before.secretKey)).toBe(401);
    expect(await statusFor(after.secretKey)).toBe(200);
    expect(await serviceTable().get(callerKeys.apiKey(secretKeyHash(before.secretKey)))).toBeUndefined();
  });

  test('with an overlap both pairs work, and the list shows when the older one ends', async () => {
    const account = await signedInAccount();
    const before = await newKeys(account);
    const startMs = Date.now();
    const after = await newKeys(account, { environment: 'sandbox', expiresInHours: 24 });
    expect(await Promise.all([before, after].map(({ secretKey }) => statusFor(secretKey)))).toStrictEqual([200, 200]);
    const [newest, older] = (await list(account)).body.data;
    expect(newest).toMatchObject({ publishableKey: after.publishableKey, expiresAt: null });
    expect(older).toMatchObject({ publishableKey: before.publishableKey });
    expect(Date.parse(older.expiresAt) - startMs).toBeGreaterThanOrEqual(24 * 3_600_000);
  });

  test('the owner of a key is stored for as long as it works, and no working key is ever forgotten', async () => {
    const account = await signedInAccount();
    const rowOf = ({ secretKey }: { secretKey: string }) =>
      serviceTable().get(callerKeys.apiKey(secretKeyHash(secretKey)));
    const before = await newKeys(account);
    expect(await rowOf(before)).not.toHaveProperty('expiresAtSeconds');
    const after = await newKeys(account, { environment: 'sandbox', expiresInHours: 24 });
    const [, older] = (await list(account)).body.data;
    expect(await rowOf(before)).toMatchObject({
      accountId: account.accountId,
      expiresAtSeconds: Math.floor(Date.parse(older.expiresAt) / 1000),
    });
    expect(await rowOf(after)).not.toHaveProperty('expiresAtSeconds');
    const last = await newKeys(account, { environment: 'sandbox', expiresInHours: 24 });
    expect([await rowOf(before), await rowOf(after)]).toStrictEqual([undefined, undefined]);
    expect(await rowOf(last)).not.toHaveProperty('expiresAtSeconds');
  });

  test('during an overlap it ends every earlier pair, whatever overlap it requests', async () => {
    const account = await signedInAccount();
    const overlap = { environment: 'sandbox', expiresInHours: 168 };
    const made = [await newKeys(account, overlap), await newKeys(account, overlap), await newKeys(account, overlap)];
    const statuses = [];
    for (const { secretKey } of made) statuses.push(await statusFor(secretKey));
    expect(statuses).toStrictEqual([401, 401, 200]);
  });

  test('the other environment and other accounts keep their pairs', async () => {
    const [account, other] = [await signedInAccount(), await signedInAccount()];
    const [live, others] = [await newKeys(account, { environment: 'live' }), await newKeys(other)];
    await newKeys(account);
    await newKeys(account);
    expect(await statusFor(live.secretKey)).toBe(200);
    expect(await statusFor(others.secretKey)).toBe(200);
  });

  test('rotations at one moment each make a pair, and only the last one works', async () => {
    const account = await signedInAccount();
    const made = await Promise.all(Array.from({ length: 4 }, () => newKeys(account)));
    const statuses = await Promise.all(made.map(({ secretKey }) => statusFor(secretKey)));
    expect(statuses.sort()).toStrictEqual([200, 401, 401, 401]);
    const stored = await readApiKeyPairs(serviceTable(), { accountId: account.accountId, environment: 'sandbox' });
    expect(stored?.pairs).toHaveLength(1);
  });

  test('a repeated call with one idempotency key rotates once, and its response is masked', async () => {
    const account = await signedInAccount();
    const request = { body: { environment: 'live' }, headers: { 'idempotency-key': randomUUID() } };
    const { secretKey, ...rest } = (await call(account, request)).body.data;
    const again = (await call(account, request)).body.data;
    expect(again).toStrictEqual({ ...rest, secretKey: `live_sk_****${secretKey.slice(-4)}` });
    expect(await statusFor(secretKey)).toBe(200);
  });
});

describe('rotate API keys: what it refuses', () => {
  test.each([
    [{}, 'environment'],
    [{ environment: 'test' }, 'environment'],
    [{ environment: 'live', expiresInHours: 169 }, 'expiresInHours'],
    [{ environment: 'live', expiresInHours: -1 }, 'expiresInHours'],
    [{ environment: 'live', expiresInHours: 1.5 }, 'expiresInHours'],
    [{ environment: 'live', expiresInHours: '1' }, 'expiresInHours'],
  ])('%j', async (body, path) => {
    const account = await signedInAccount();
    const { secretKey } = await newKeys(account, { environment: 'live' });
    const refused = await call(account, { body });
    expect(refused.status).toBe(400);
    expect(refused.body.details).toStrictEqual([expect.objectContaining({ path })]);
    expect(await statusFor(secretKey)).toBe(200);
  });
});

securitySuite({ contract: rotateApiKeys, handler, request: () => ({ body: { environment: 'live' } }) });
