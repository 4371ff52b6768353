import { describe, expect, test } from 'vitest';
import { accountOf, openAccount, openWidget, rotateApiKeys } from '#scripts/demo/journey';
import { deployedApi, newCustomer, newEmail } from './people.ts';

const LIST = '/v1/developers/api-keys';

interface ListedKey {
  readonly publishableKey: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** A key with another last character, so that its tail is wrong. */
const changed = (secretKey: string): string => `${secretKey.slice(0, -1)}${secretKey.endsWith('A') ? 'B' : 'A'}`;

describe('a server with a secret key', () => {
  test('is served from an address where a hundred credentials failed, each with a 401', async () => {
    const api = deployedApi();
    const customer = await openAccount(api, newEmail());
    const { secretKey } = await rotateApiKeys(customer, 'sandbox');
    const failed = accountOf(api, changed(secretKey));
    const statuses = [];
    for (let n = 0; n < 100; n++) statuses.push((await failed.get('/v1/developers/webhooks')).status);
    expect(statuses).toStrictEqual(Array(100).fill(401));
    expect((await accountOf(api, secretKey).get('/v1/developers/webhooks')).status).toBe(200);
    const colleague = await openAccount(api, newEmail());
    expect((await colleague.get('/v1/developers/webhooks')).status).toBe(200);
  });

  test('works in its environment without a session, until its keys are rotated', async () => {
    const customer = await newCustomer();
    const { secretKey } = await rotateApiKeys(customer, 'sandbox');
    const server = accountOf(deployedApi(), secretKey);

    const { id } = await openWidget(server);
    expect((await server.get<{ wallet: unknown }>('/v1/wallet')).body.wallet).toMatchObject({ environment: 'sandbox' });
    const mismatch = await server.get('/v1/wallet', { query: { environment: 'live' } });
    expect(mismatch).toMatchObject({ status: 400, body: { code: 'ENVIRONMENT_MISMATCH' } });

    const { secretKey: liveKey } = await rotateApiKeys(customer, 'live');
    const live = accountOf(deployedApi(), liveKey);
    expect((await live.get(`/v1/kyb/widgets/${id}`)).status).toBe(404);

    const next = await rotateApiKeys(customer, 'sandbox');
    expect((await server.get(`/v1/kyb/widgets/${id}`)).status).toBe(401);
    expect((await accountOf(deployedApi(), next.secretKey).get(`/v1/kyb/widgets/${id}`)).status).toBe(200);
  });

  test('is listed with its last use, and does not reach account, session and key endpoints', async () => {
    const customer = await newCustomer();
    const { secretKey, publishableKey } = await rotateApiKeys(customer, 'sandbox');
    const server = accountOf(deployedApi(), secretKey);
    expect((await server.get('/v1/developers/webhooks')).status).toBe(200);
    for (const refused of [await server.get('/v1/me'), await server.get(LIST), await server.post('/v1/logout', {})])
      expect(refused).toMatchObject({ status: 403, body: { code: 'API_KEY_NOT_ALLOWED' } });
    expect((await accountOf(deployedApi(), publishableKey).get('/v1/developers/webhooks')).status).toBe(401);
    const [key, ...others] = (await customer.get<{ data: ListedKey[] }>(LIST)).body.data;
    expect(others).toEqual([]);
    expect(key).toMatchObject({ publishableKey, lastUsedAt: expect.any(String) });
    const createdAt = key?.createdAt ?? '';
    const lastUsedAt = key?.lastUsedAt ?? '';
    const hour = `${lastUsedAt.slice(0, 'yyyy-mm-ddThh'.length)}:00:00.000Z`;
    expect(lastUsedAt).toBe(hour < createdAt ? createdAt : hour);
  });
});
