import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { contract } from '#shared/http/contract';
import { ApiError } from '#shared/http/errors';
import { makeRateLimiter } from '#shared/http/limits/rate-limiter';
import { hashAddress } from '#shared/http/security-recorder';
import { serve } from '#shared/http/serve';
import { newId } from '#shared/platform/ids';
import { accessTokenFor, signedInAccount, TEST_ADDRESS_HASH_KEY } from '#tests/support/accounts';
import { call, newAddress, type TestKit, testKit, warmUp } from './test-kit.ts';

/** Half a minute into a window, so that no test runs across its end. */
const nowMs = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;

/** A twentieth of the limit of 100 failed credentials a minute. */
const FEW = 5;

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

const container = async (clock = { nowMs }): Promise<TestKit> => {
  const limiter = makeRateLimiter(FEW / 100);
  const kit = testKit({ clock: () => clock.nowMs, limiter: () => limiter });
  await warmUp(kit);
  return kit;
};

const response = () => ({ status: 200, body: { success: true } }) as const;
const helloHandler = (kit: TestKit) => serve(hello, { answer: response }, kit);
const embeddedHandler = (kit: TestKit) =>
  serve(
    embedded,
    {
      credentialOf: ({ body }) => body.token,
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

/** A token like ours, signed by an unpublished key. */
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

describe('an address from which too many credentials failed', () => {
  test('is refused before anything is verified or read, with the time to wait', async () => {
    const [kit, sourceIp, token] = [await container(), newAddress(), await forgedToken()];
    expect(await inTurn(FEW, () => send(kit, token, sourceIp))).toStrictEqual(Array(FEW).fill(401));
    kit.calls.length = 0;
    const refused = await send(kit, token, sourceIp);
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'RateLimit-Limit': String(FEW), 'Retry-After': '30' });
    expect(kit.calls).toStrictEqual([]);
  });

  test('is refused by other containers as soon as they see it fail as well', async () => {
    const [sourceIp, token] = [newAddress(), await forgedToken()];
    const first = await container();
    await inTurn(FEW, () => send(first, token, sourceIp));
    const second = await container();
    expect(await inTurn(3, () => send(second, token, sourceIp))).toStrictEqual([429, 429, 429]);
    expect(second.calls.filter((name) => name === 'write')).toHaveLength(1);
  });

  test('is served again in the next minute', async () => {
    const clock = { nowMs };
    const [kit, sourceIp, token] = [await container(clock), newAddress(), await forgedToken()];
    expect((await inTurn(FEW + 1, () => send(kit, token, sourceIp))).at(-1)).toBe(429);
    clock.nowMs += 30_000;
    const { token: good } = await signedInAccount();
    expect((await send(kit, good, sourceIp)).status).toBe(200);
  });

  test('is still served with credentials that the container has verified before: many share one address', async () => {
    const [kit, sourceIp, token] = [await container(), newAddress(), await forgedToken()];
    const [known, unknown] = [await signedInAccount(), await signedInAccount()];
    expect((await send(kit, known.token, newAddress())).status).toBe(200);
    await inTurn(FEW, () => send(kit, token, sourceIp));
    expect(await inTurn(10, () => send(kit, known.token, sourceIp))).toStrictEqual(Array(10).fill(200));
    expect((await send(kit, unknown.token, sourceIp)).status).toBe(429);
    expect((await send(kit, unknown.token, newAddress())).status).toBe(200);
  });

  test('continues without a credential where none is required, and gets 401 where one is', async () => {
    const [kit, sourceIp, token] = [await container(), newAddress(), await forgedToken()];
    await inTurn(FEW, () => send(kit, token, sourceIp));
    expect((await send(kit, undefined, sourceIp)).status).toBe(401);
    const open = contract({ ...hello, caller: 'public' });
    const anybody = serve(open, { answer: response }, kit);
    expect((await call(anybody, { method: 'POST', body: { name: 'a' }, sourceIp })).status).toBe(200);
  });

  test('is refused by embed endpoints before anything is read, except for a token that was verified before', async () => {
    const [kit, sourceIp] = [await container(), newAddress()];
    const handler = embeddedHandler(kit);
    const embed = (token: string) => call(handler, { method: 'POST', body: { token }, sourceIp });
    expect((await embed('good')).status).toBe(200);
    expect(await inTurn(FEW, () => embed('rubbish'))).toStrictEqual(Array(FEW).fill(401));
    kit.calls.length = 0;
    expect((await embed('rubbish')).status).toBe(429);
    expect(kit.calls).toStrictEqual([]);
    expect((await embed('good')).status).toBe(200);
  });
});

describe('not counted as a failed credential is', () => {
  const uncounted = {
    'no credential at all': async () => undefined,
    'a token of ours that has run out': async () => (await signedInAccount({ signedInAtMs: nowMs - 3_600_000 })).token,
    'a token of ours whose session is over': () =>
      accessTokenFor({ accountId: newId('usr', nowMs), sessionId: newId('ses', nowMs) }, nowMs),
  } as const;

  test.each(Object.entries(uncounted))('%s', async (_, tokenOf) => {
    const [kit, sourceIp, token] = [await container(), newAddress(), await tokenOf()];
    const statuses = await inTurn(FEW * 2, () => send(kit, token, sourceIp));
    expect(new Set(statuses)).toStrictEqual(new Set([401]));
    expect(failures(kit)).toStrictEqual([]);
    expect(kit.calls).not.toContain('write');
  });
});

describe('every credential that failed is recorded once, with the hash of its address and its reason', () => {
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

  test('even when the counter and the key of the hashes are unreachable: the response stays the 401', async () => {
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

describe('an endpoint that would prove nothing of its callers', () => {
  test.each([
    ['an embed endpoint without identify', { ...embedded }, /embedded must have identify/],
    ['a provider endpoint without prove', { ...callback }, /callback must have prove/],
  ])('is not served: %s', (_, unproven, message) => {
    expect(() => serve(unproven, { answer: response })).toThrow(message);
  });
});
