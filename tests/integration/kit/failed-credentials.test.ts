import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#shared/errors/api-error';
import { contract } from '#shared/http/contract';
import { hashAddress } from '#shared/http/security-recorder';
import { serve } from '#shared/http/serve';
import { newId } from '#shared/platform/ids';
import { accessTokenFor, apiKeyFor, signedInAccount, TEST_ADDRESS_HASH_KEY } from '#tests/support/accounts';
import { call, newAddress, type TestKit, testKit, warmUp } from './test-kit.ts';

/** Half a minute into a window, so that no test runs across its end. */
const nowMs = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;

const success = { 200: v.object({ success: v.literal(true) }) };

const hello = contract({
  name: 'hello',
  group: 'test',
  method: 'POST',
  route: '/v1/hello',
  summary: 'For accounts',
  caller: 'account',
  body: v.object({ name: v.string() }),
  success,
  touches: {},
});

const callback = contract({ ...hello, name: 'callback', caller: 'provider' });

const embedded = contract({ ...hello, name: 'embedded', caller: 'embed', body: v.object({ token: v.string() }) });

const container = async (): Promise<TestKit> => {
  const kit = testKit({ clock: () => nowMs });
  await warmUp(kit);
  return kit;
};

const response = () => ({ status: 200, body: { success: true } }) as const;
const helloHandler = (kit: TestKit) => serve(hello, { answer: response }, kit);
const embeddedHandler = (kit: TestKit) =>
  serve(
    embedded,
    {
      identify: async ({ body }, { table }) => {
        await table.get({ pk: `TESTWIDGET#${body.token}`, sk: 'WIDGET' });
        if (body.token !== 'good') throw new ApiError('INVALID_EMBED_TOKEN', { failedCredential: 'unknown_token' });
        return 'the widget';
      },
      load: (_, { table }) => table.get({ pk: 'TESTWIDGET#beside', sk: 'WIDGET' }),
      answer: response,
    },
    kit,
  );
const callbackHandler = (kit: TestKit) =>
  serve(
    callback,
    {
      prove: async ({ rawBody }) => {
        if (!Buffer.from(rawBody).includes('signed')) {
          throw new ApiError('INVALID_CALLBACK_SIGNATURE', { failedCredential: 'bad_signature' });
        }
      },
      answer: response,
    },
    kit,
  );

const OTHER_SECRET = { current: { versionId: 'other-1', value: 'another-signing-secret-nobody-published-01' } };

/** A token of the right form, signed by an unpublished key. */
const forgedToken = (): Promise<string> =>
  accessTokenFor({ accountId: newId('usr', nowMs), sessionId: newId('ses', nowMs) }, nowMs, OTHER_SECRET);

const send = (kit: TestKit, token: string | undefined, sourceIp: string) =>
  call(helloHandler(kit), {
    method: 'POST',
    body: { name: 'a' },
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    sourceIp,
  });

const inTurn = async (times: number, one: () => Promise<{ readonly status: number }>): Promise<number[]> => {
  const statuses = [];
  for (let i = 0; i < times; i++) statuses.push((await one()).status);
  return statuses;
};

const failures = ({ lines }: TestKit) => lines.filter(({ code }) => code === 'AUTHENTICATION_FAILED');

describe('of an address from which many credentials failed,', () => {
  test('each failed one is a 401, and none is a 429 or costs a write', async () => {
    const [kit, sourceIp, token] = [await container(), newAddress(), await forgedToken()];
    expect(await inTurn(150, () => send(kit, token, sourceIp))).toStrictEqual(Array(150).fill(401));
    expect(kit.calls).not.toContain('write');
    const embed = () => call(embeddedHandler(kit), { method: 'POST', body: { token: 'rubbish' }, sourceIp });
    expect(await inTurn(150, embed)).toStrictEqual(Array(150).fill(401));
  });

  test('each valid one is served, even one that no container has seen before', async () => {
    const [kit, sourceIp, token] = [await container(), newAddress(), await forgedToken()];
    await inTurn(150, () => send(kit, token, sourceIp));
    const [session, account] = [await signedInAccount(), await signedInAccount()];
    const key = await apiKeyFor(account);
    for (const one of [session.token, key.secretKey]) expect((await send(kit, one, sourceIp)).status).toBe(200);
    expect((await send(await container(), session.token, sourceIp)).status).toBe(200);
    const embed = await call(embeddedHandler(kit), { method: 'POST', body: { token: 'good' }, sourceIp });
    expect(embed.status).toBe(200);
  });
});

describe('not recorded as a failed credential is', () => {
  const uncounted = {
    'no credential at all': async () => undefined,
    'an expired token': async () => (await signedInAccount({ signedInAtMs: nowMs - 3_600_000 })).token,
    'a genuine token whose session is over': () =>
      accessTokenFor({ accountId: newId('usr', nowMs), sessionId: newId('ses', nowMs) }, nowMs),
  } as const;

  test.each(Object.entries(uncounted))('%s', async (_, tokenOf) => {
    const [kit, sourceIp, token] = [await container(), newAddress(), await tokenOf()];
    const statuses = await inTurn(3, () => send(kit, token, sourceIp));
    expect(new Set(statuses)).toStrictEqual(new Set([401]));
    expect(failures(kit)).toStrictEqual([]);
    expect(kit.calls).not.toContain('write');
  });
});

describe('every failed credential is recorded once, with the hash of its address and its reason', () => {
  const sourceIp = newAddress();
  const addressHash = hashAddress(TEST_ADDRESS_HASH_KEY, sourceIp);

  const cases = {
    malformed: (kit: TestKit) => send(kit, 'rubbish', sourceIp),
    unknown_key: async (kit: TestKit) => send(kit, await forgedToken(), sourceIp),
    forged: async (kit: TestKit) => {
      const { token } = await signedInAccount();
      return send(kit, `${token.slice(0, token.lastIndexOf('.'))}.AAAA`, sourceIp);
    },
    unknown_token: (kit: TestKit) =>
      call(embeddedHandler(kit), { method: 'POST', body: { token: 'rubbish' }, sourceIp }),
    bad_signature: (kit: TestKit) => call(callbackHandler(kit), { method: 'POST', body: 'not even JSON', sourceIp }),
  } as const;

  test.each(Object.entries(cases))('%s', async (reason, fail) => {
    const kit = testKit();
    await warmUp(kit);
    expect((await fail(kit)).status).toBe(401);
    expect(failures(kit)).toStrictEqual([expect.objectContaining({ level: 'warn', reason, addressHash })]);
    expect(kit.measured).toContainEqual(expect.objectContaining({ AuthenticationsFailed: 1, reason }));
    expect(JSON.stringify(kit.lines)).not.toContain(sourceIp);
  });

  test('even if the key of the hashes is unreachable: the response stays the 401', async () => {
    const down = async () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    const kit = testKit({ table: () => ({ get: down, write: down }) as never });
    expect((await send(kit, 'rubbish', sourceIp)).status).toBe(401);
    expect(failures(kit)).toHaveLength(1);
    expect(failures(kit)[0]).not.toHaveProperty('addressHash');
  });
});

describe('nothing of a request is parsed', () => {
  test.each([
    ['before its token is proven', helloHandler],
    ['before the signature over its raw body is proven', callbackHandler],
  ])('%s', async (_, handlerOf) => {
    const kit = await container();
    const event = { method: 'POST', body: '{"name":', headers: { authorization: `Bearer ${await forgedToken()}` } };
    expect((await call(handlerOf(kit), event)).status).toBe(401);
    const unread = { ...event, body: '{"signed":', headers: (await signedInAccount()).headers };
    expect((await call(handlerOf(kit), unread)).body).toMatchObject({ code: 'MALFORMED_JSON' });
  });
});

describe('an endpoint that would not prove its callers', () => {
  test.each([
    ['an embed endpoint without identify', { ...embedded }, /embedded must have identify/],
    ['a provider endpoint without prove', { ...callback }, /callback must have prove/],
  ])('is not served: %s', (_, unproven, message) => {
    expect(() => serve(unproven, { answer: response })).toThrow(message);
  });
});
