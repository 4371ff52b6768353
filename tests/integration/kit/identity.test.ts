import { createPrivateKey } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { issueAccessToken } from '#shared/auth/sessions/access-token';
import { publicKeysOf, signingKeyOf } from '#shared/auth/sessions/signing-keys';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { callerKeys } from '#shared/http/caller/keys';
import { contract } from '#shared/http/contract';
import { serve } from '#shared/http/serve';
import { apiUrl } from '#shared/platform/api-url';
import { unixSeconds } from '#shared/platform/clock';
import { env } from '#shared/platform/env';
import { newId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { accessTokenFor, type SignedInAccount, signedInAccount, TEST_SIGNING_SECRET } from '#tests/support/accounts';
import { securitySuite } from '#tests/support/security-suite';
import { call, testKit } from './test-kit.ts';
import { createThing, createThingHandler, readThing, readThingHandler, thingKey } from './things.ts';

const path = '/v1/things';
const body = { name: 'first' };

const makeThing = async ({ accountId }: SignedInAccount): Promise<string> => {
  const id = newId('wgt', Date.now());
  await serviceTable().write(
    put({ ...thingKey(accountId, id), accountId, environment: 'sandbox', id, name: 'first', secret: 'whsec_x' }),
  );
  return id;
};

const readRequest = (id: string) => ({ path: `/v1/things/${id}`, pathParameters: { id } });

securitySuite({ contract: createThing, handler: createThingHandler(testKit()), request: () => ({ body }) });

securitySuite({
  contract: readThing,
  handler: readThingHandler(testKit()),
  request: async (account) => readRequest(await makeThing(account)),
  missing: () => readRequest(newId('wgt', Date.now())),
});

const whoami = contract({
  name: 'whoami',
  group: 'test',
  method: 'GET',
  route: '/v1/whoami',
  summary: 'Who is calling',
  caller: 'admin',
  success: { 200: v.object({ accountId: v.string(), sessionId: v.string(), role: v.string() }) },
  touches: {},
});

const whoamiHandler = (kit = testKit()) =>
  serve(whoami, { answer: ({ caller }) => ({ status: 200, body: caller }) }, kit);

securitySuite({ contract: whoami, handler: whoamiHandler(), request: () => ({}) });

describe('identifying the caller', () => {
  test('the handler gets the account, the session and the role', async () => {
    const { accountId, sessionId, headers } = await signedInAccount({ role: 'admin' });
    const response = await call(whoamiHandler(), { headers });
    expect(response.body).toStrictEqual({ accountId, sessionId, role: 'admin' });
  });

  test('a Bearer token needs no Origin and takes precedence over a cookie', async () => {
    const account = await signedInAccount();
    const handler = createThingHandler(testKit());
    const request = { method: 'POST', path, body, cookies: { token: 'rubbish' } };
    expect((await call(handler, { ...request, headers: account.headers })).status).toBe(201);
    const stale = { headers: { authorization: 'Bearer rubbish' }, cookies: account.cookies };
    expect((await call(handler, { ...request, ...stale })).status).toBe(401);
  });

  test.each([
    ['in the list of cookies, as AWS sends it', (token: string) => ({ cookies: { token } })],
    [
      'in the cookie header, as other gateways send it',
      (token: string) => ({ headers: { cookie: `a=b; token=${token}` } }),
    ],
  ])('the token cookie is read %s', async (_, credential) => {
    const { accountId, token } = await signedInAccount({ role: 'admin' });
    const response = await call(whoamiHandler(), credential(token));
    expect(response.body).toMatchObject({ accountId });
  });

  test.each([
    ["the API's own origin", { origin: 'https://api.test' }],
    ['no Origin but Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin' }],
  ])('a state-changing request by cookie passes from %s', async (_, headers) => {
    const { cookies } = await signedInAccount();
    const response = await call(createThingHandler(testKit()), { method: 'POST', path, body, cookies, headers });
    expect(response.status).toBe(201);
  });

  test('a changed role applies to the next request, whatever the token says, even in a container that knew it', async () => {
    const { accountId, headers } = await signedInAccount({ role: 'admin' });
    const handler = whoamiHandler();
    const become = (role: string) =>
      serviceTable().write(update(callerKeys.accountAccess(accountId), { set: { role }, when: { pk: 'exists' } }));
    expect((await call(handler, { headers })).body).toMatchObject({ role: 'admin' });
    await become('member');
    expect((await call(handler, { headers })).body).toMatchObject({ code: 'FORBIDDEN' });
    const member = await signedInAccount({ accountId });
    expect((await call(handler, { headers: member.headers })).body).toMatchObject({ code: 'FORBIDDEN' });
    await become('admin');
    expect((await call(handler, { headers: member.headers })).body).toMatchObject({ role: 'admin' });
  });

  test('a session past its end is over, although the table still has it', async () => {
    const { sessionId, headers } = await signedInAccount({ role: 'admin' });
    const expired = { expiresAtSeconds: unixSeconds(Date.now()) };
    await serviceTable().write(update(callerKeys.accountSession(sessionId), { set: expired, when: { pk: 'exists' } }));
    expect((await call(whoamiHandler(), { headers })).status).toBe(401);
  });

  test('the token of an ended session is refused from the next call on, even by a container that knew it', async () => {
    const { sessionId, headers } = await signedInAccount({ role: 'admin' });
    const handler = whoamiHandler();
    expect((await call(handler, { headers })).status).toBe(200);
    const ended = { endedAt: new Date().toISOString() };
    await serviceTable().write(update(callerKeys.accountSession(sessionId), { set: ended, when: { pk: 'exists' } }));
    expect((await call(handler, { headers })).status).toBe(401);
  });
});

test('a token under the kid of a published key is refused if the key signed it that only loads web crypto', async () => {
  const { accountId, sessionId } = await signedInAccount({ role: 'admin' });
  // Both parts of it are published (RFC 8037, A.1).
  const d = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';
  const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
  const privateKey = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
  const { kid } = signingKeyOf(TEST_SIGNING_SECRET.current);
  const expected = { issuer: apiUrl(), audience: env('TOKEN_AUDIENCE'), nowMs: Date.now() };
  const token = await issueAccessToken({ accountId, sessionId, role: 'admin' }, { kid, privateKey }, expected);
  const handler = whoamiHandler();
  for (let calls = 0; calls < 2; calls++)
    expect((await call(handler, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
});

describe('signing keys', () => {
  const FIRST = TEST_SIGNING_SECRET.current;
  const SECOND = { versionId: 'rotated-2', value: 'a-second-version-of-the-signing-secret-02' };
  const THIRD = { versionId: 'rotated-3', value: 'a-third-version-of-the-signing-secret-0003' };

  /** The service's table with its own item of public keys, which the test may replace. */
  const tableWithKeys = (published: { secret: VersionedSecret }): Table => {
    const table = serviceTable();
    return {
      ...table,
      get: async (key) =>
        key.pk === callerKeys.signingKeys().pk
          ? { ...callerKeys.signingKeys(), ...publicKeysOf(published.secret) }
          : table.get(key),
    };
  };

  const setup = async (secret: VersionedSecret) => {
    const published = { secret };
    const clock = { nowMs: Date.now() };
    const kit = testKit({ table: () => tableWithKeys(published), clock: () => clock.nowMs });
    const handler = whoamiHandler(kit);
    const account = await signedInAccount({ role: 'admin' });
    const statusWith = async (version: VersionedSecret['current']): Promise<number> => {
      const token = await accessTokenFor({ ...account, role: 'admin' }, clock.nowMs, { current: version });
      return (await call(handler, { headers: { authorization: `Bearer ${token}` } })).status;
    };
    return { published, clock, kit, statusWith };
  };

  test('after a rotation the tokens of both keys are accepted', async () => {
    const { published, clock, statusWith } = await setup({ current: FIRST });
    expect(await statusWith(FIRST)).toBe(200);
    published.secret = { current: SECOND, older: [FIRST] };
    clock.nowMs += 10_000;
    expect(await statusWith(SECOND)).toBe(200);
    expect(await statusWith(FIRST)).toBe(200);
  });

  test('an unknown key id is looked up again after ten seconds, and forged ones cost no read in between', async () => {
    const { published, clock, statusWith } = await setup({ current: FIRST });
    expect(await statusWith(FIRST)).toBe(200);
    published.secret = { current: SECOND, older: [FIRST] };
    clock.nowMs += 9_999;
    expect(await statusWith(SECOND)).toBe(401);
    clock.nowMs += 1;
    expect(await statusWith(SECOND)).toBe(200);
  });

  test('a withdrawn key is refused by warm containers after five minutes', async () => {
    const { published, clock, statusWith } = await setup({ current: SECOND, older: [FIRST] });
    expect(await statusWith(FIRST)).toBe(200);
    published.secret = { current: THIRD, older: [SECOND] };
    clock.nowMs += 299_999;
    expect(await statusWith(FIRST)).toBe(200);
    clock.nowMs += 1;
    expect(await statusWith(FIRST)).toBe(401);
    expect(await statusWith(SECOND)).toBe(200);
  });
});
