import * as v from 'valibot';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { limitKeys } from '#shared/http/limits/keys';
import { makeRateLimiter } from '#shared/http/limits/rate-limiter';
import type { RateLimitSurface } from '#shared/http/limits/rate-limits';
import { serve } from '#shared/http/serve';
import { newId } from '#shared/platform/ids';
import { accessTokenFor, signedInAccount } from '#tests/support/accounts';
import { type ApiEventOptions, apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { call, newAddress, type TestKit, testKit } from './test-kit.ts';

/** A row that counts by account, as the table of limits may contain: 2 requests a minute. */
vi.mock('#shared/http/limits/rate-limits', async (original) => {
  const actual = await original<typeof import('#shared/http/limits/rate-limits')>();
  const row = { requests: 2, windowSeconds: 60, per: 'account' };
  return { ...actual, RATE_LIMITS: { ...actual.RATE_LIMITS, testPerAccount: row } };
});

/** The row above, which the closed list of surfaces does not have. */
const PER_ACCOUNT = 'testPerAccount' as RateLimitSurface;

/** Half a minute into a window, so that no test runs across its end. */
const nowMs = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;

const success = { 200: v.object({ success: v.literal(true) }) };

/** 10 requests a minute (interface: Limits, create applicant). */
const limited = contract({
  name: 'limited',
  group: 'test',
  method: 'POST',
  route: '/v1/limited',
  summary: 'Limited',
  caller: 'public',
  limit: 'createApplicant',
  body: v.object({ fail: v.optional(v.boolean()) }),
  success,
  touches: {},
});

const limitedHandler = (kit: TestKit): ApiHandler =>
  serve(
    limited,
    {
      answer: ({ body }) => {
        if (body.fail) throw new ApiError('WIDGET_NOT_FOUND');
        return { status: 200, body: { success: true } };
      },
    },
    kit,
  );

const kitAt = (clock: { nowMs: number } = { nowMs }): TestKit => testKit({ clock: () => clock.nowMs });

const request = (options: ApiEventOptions = {}): ApiEventOptions => ({
  method: 'POST',
  path: '/v1/limited',
  body: {},
  ...options,
});

const inTurn = async (handler: ApiHandler, times: number, options: ApiEventOptions) => {
  const responses = [];
  for (let i = 0; i < times; i++) responses.push(await call(handler, options));
  return responses;
};

const statuses = (responses: readonly { status: number }[]): number[] => responses.map(({ status }) => status);

describe('the limit', () => {
  test('of 10 lets exactly 10 of 100 concurrent requests through, however many containers serve them', async () => {
    const options = request({ sourceIp: newAddress() });
    const handlers = Array.from({ length: 20 }, () => limitedHandler(kitAt()));
    const calls = Array.from({ length: 100 }, (_, index) => handlers[index % 20] ?? limitedHandler(kitAt()));
    const responses = statuses(await Promise.all(calls.map((handler) => call(handler, options))));
    expect(responses.filter((status) => status === 200)).toHaveLength(10);
    expect(responses.filter((status) => status === 429)).toHaveLength(90);
  });

  test('counts each address separately, and an IPv6 subscriber as one', async () => {
    const handler = limitedHandler(kitAt());
    const [a = '', b = ''] = [newAddress(), newAddress()];
    expect(statuses(await inTurn(handler, 11, request({ sourceIp: a }))).at(-1)).toBe(429);
    expect((await call(handler, request({ sourceIp: b }))).status).toBe(200);
    const prefix = `2001:db8:${newAddress().split('.').slice(1, 3).join('')}:1`;
    await inTurn(handler, 10, request({ sourceIp: `${prefix}0::1` }));
    expect((await call(handler, request({ sourceIp: `${prefix}1:2:3:4:5` }))).status).toBe(429);
  });

  test('cannot be bypassed with X-Forwarded-For', async () => {
    const handler = limitedHandler(kitAt());
    const sourceIp = newAddress();
    await inTurn(handler, 10, request({ sourceIp }));
    const forged = request({ sourceIp, headers: { 'x-forwarded-for': newAddress() } });
    expect((await call(handler, forged)).status).toBe(429);
  });

  test('starts over with the next window', async () => {
    const clock = { nowMs };
    const handler = limitedHandler(kitAt(clock));
    const options = request({ sourceIp: newAddress() });
    expect(statuses(await inTurn(handler, 11, options)).at(-1)).toBe(429);
    clock.nowMs += 29_999;
    expect((await call(handler, options)).status).toBe(429);
    clock.nowMs += 1;
    expect((await call(handler, options)).headers).toMatchObject({ 'RateLimit-Remaining': '9' });
  });

  test('can be scaled by the stage', async () => {
    const scaled = makeRateLimiter(0.25);
    const handler = limitedHandler(testKit({ clock: () => nowMs, limiter: () => scaled }));
    const responses = await inTurn(handler, 3, request({ sourceIp: newAddress() }));
    expect(statuses(responses)).toStrictEqual([200, 200, 429]);
  });

  test('leaves a counter that expires after its window', async () => {
    const sourceIp = newAddress();
    await call(limitedHandler(kitAt()), request({ sourceIp }));
    const counter = await serviceTable().get(
      limitKeys.rateLimit('createApplicant', sourceIp, Math.floor(nowMs / 60_000)),
    );
    expect(counter).toMatchObject({ requestCount: 1, expiresAtSeconds: nowMs / 1000 + 30 + 60 });
  });
});

describe("every response of a limited surface states the caller's limit", () => {
  const where = (remaining: number) => ({
    'RateLimit-Limit': '10',
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': '30',
  });

  test('200, 400 and an error of the endpoint', async () => {
    const handler = limitedHandler(kitAt());
    const sourceIp = newAddress();
    const ok = await call(handler, request({ sourceIp }));
    const invalid = await call(handler, request({ sourceIp, body: { fail: 'perhaps' } }));
    const malformed = await call(handler, request({ sourceIp, body: '{' }));
    const failed = await call(handler, request({ sourceIp, body: { fail: true } }));
    expect(statuses([ok, invalid, malformed, failed])).toStrictEqual([200, 400, 400, 404]);
    [ok, invalid, malformed, failed].forEach(({ headers }, index) => {
      expect(headers).toMatchObject(where(9 - index));
      expect(headers).not.toHaveProperty('Retry-After');
    });
  });

  test('401', async () => {
    const forAccounts = contract({ ...limited, caller: 'account' });
    const kit = kitAt();
    const handler = serve(forAccounts, { answer: () => ({ status: 200, body: { success: true } }) }, kit);
    const result = await call(handler, request());
    expect(result.status).toBe(401);
    expect(result.headers).toMatchObject(where(9));
  });

  test('429, with the exact body and the seconds to wait', async () => {
    const responses = await inTurn(limitedHandler(kitAt()), 12, request({ sourceIp: newAddress() }));
    for (const refused of responses.slice(10)) {
      expect(refused.status).toBe(429);
      expect(refused.body).toStrictEqual({
        success: false,
        message: 'Too many requests. Wait for the number of seconds in Retry-After, then try again.',
      });
      expect(refused.headers).toMatchObject({ ...where(0), 'Retry-After': '30' });
    }
  });
});

describe('an exhausted window', () => {
  test('costs one write in each container that does not know of it yet, and no call afterwards', async () => {
    const options = request({ sourceIp: newAddress() });
    await inTurn(limitedHandler(kitAt()), 10, options);
    const kit = kitAt();
    const handler = limitedHandler(kit);
    expect((await call(handler, options)).status).toBe(429);
    expect(kit.calls).toStrictEqual(['write']);
    expect(statuses(await inTurn(handler, 20, options))).toStrictEqual(Array(20).fill(429));
    expect(kit.calls).toStrictEqual(['write']);
  });

  test('is known to the container that let its last request through', async () => {
    const kit = kitAt();
    const responses = await inTurn(limitedHandler(kit), 11, request({ sourceIp: newAddress() }));
    expect(statuses(responses).at(-1)).toBe(429);
    expect(kit.calls).toHaveLength(10);
  });

  test('also saves the reads of the session', async () => {
    const forAccounts = contract({ ...limited, caller: 'account' });
    const kit = kitAt();
    const handler = serve(forAccounts, { answer: () => ({ status: 200, body: { success: true } }) }, kit);
    const { headers } = await signedInAccount();
    const options = request({ sourceIp: newAddress(), headers });
    await inTurn(handler, 10, options);
    kit.calls.length = 0;
    expect((await call(handler, options)).status).toBe(429);
    expect(kit.calls).toStrictEqual([]);
  });
});

describe('a limiter never takes the service down', () => {
  const withWrite = (write: Table['write']): TestKit =>
    testKit({ clock: () => nowMs, table: () => ({ ...serviceTable(), write }) });

  const LET_THROUGH = { code: 'RATE_LIMIT_UNAVAILABLE', level: 'error', surface: 'createApplicant' };

  test.each([
    ['cannot be reached', () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))],
    [
      'does not answer its client in time',
      () => Promise.reject(Object.assign(new Error('late'), { name: 'TimeoutError' })),
    ],
  ])('the request passes if the counter %s, and is counted as a metric', async (_, write) => {
    const kit = withWrite(write);
    const result = await call(limitedHandler(kit), request());
    expect(result.status).toBe(200);
    expect(Object.keys(result.headers).filter((name) => name.startsWith('RateLimit'))).toStrictEqual([]);
    expect(kit.lines).toContainEqual(expect.objectContaining(LET_THROUGH));
    expect(kit.measured).toContainEqual(
      expect.objectContaining({ RateLimitUnavailable: 1, surface: 'createApplicant' }),
    );
  });
});

describe('a counter that is slow', () => {
  /** A counter whose additions wait until the test releases them. */
  const heldBack = () => {
    const released = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    const table = serviceTable();
    const write: Table['write'] = async (operation) => {
      requested.resolve();
      await released.promise;
      return table.write(operation);
    };
    const kit = testKit({ clock: () => nowMs, table: () => ({ ...table, write }) });
    return { kit, asked: requested.promise, release: released.resolve };
  };

  test('is waited for: however long it takes, exactly ten of twelve pass and all have their headers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { kit, asked: requested, release } = heldBack();
    const handler = limitedHandler(kit);
    const options = request({ sourceIp: newAddress() });
    const calls = Promise.all(Array.from({ length: 12 }, () => call(handler, options)));
    await requested;
    // Nearly all of the function's time.
    await vi.advanceTimersByTimeAsync(9_000);
    vi.useRealTimers();
    release();
    const responses = await calls;
    expect(statuses(responses).sort()).toStrictEqual([...Array(10).fill(200), 429, 429]);
    for (const { headers } of responses) expect(headers).toHaveProperty('RateLimit-Limit', '10');
    expect(kit.measured.filter((line) => 'RateLimitUnavailable' in line)).toStrictEqual([]);
  });

  test('does not prevent a response: the function responds in time that it ran out of it', async () => {
    const { kit, release } = heldBack();
    const response = await limitedHandler(kit)(apiEvent(request()), lambdaContext('limited', 600));
    expect([response.statusCode, JSON.parse(response.body ?? '').code]).toStrictEqual([503, 'SERVICE_UNAVAILABLE']);
    release();
  });
});

describe('a surface that counts only some bodies', () => {
  const sometimes = contract({
    ...limited,
    limitApplies: (body) => (body as { fail?: boolean }).fail !== true,
  });
  const handlerOf = (kit: TestKit): ApiHandler =>
    serve(sometimes, { answer: () => ({ status: 200, body: { success: true } }) }, kit);

  test('does not count the others, which have no headers of the limit', async () => {
    const kit = kitAt();
    const handler = handlerOf(kit);
    const sourceIp = newAddress();
    const uncounted = await inTurn(handler, 11, request({ sourceIp, body: { fail: true } }));
    expect(new Set(statuses(uncounted))).toStrictEqual(new Set([200]));
    expect(uncounted[0]?.headers).not.toHaveProperty('RateLimit-Limit');
    const counted = await inTurn(handler, 11, request({ sourceIp }));
    expect(statuses(counted).slice(-2)).toStrictEqual([200, 429]);
  });
});

describe('a surface that counts accounts', () => {
  const perAccount = contract({ ...limited, caller: 'account', limit: PER_ACCOUNT });
  const handlerOf = (kit: TestKit): ApiHandler =>
    serve(perAccount, { answer: () => ({ status: 200, body: { success: true } }) }, kit);

  test('follows the account from address to address', async () => {
    const { headers } = await signedInAccount();
    const responses = await inTurn(handlerOf(kitAt()), 3, request({ headers }));
    expect(statuses(responses)).toStrictEqual([200, 200, 429]);
  });

  test('cannot be used up by a caller who merely claims the account', async () => {
    const { accountId, headers } = await signedInAccount();
    const handler = handlerOf(kitAt());
    const forged = await accessTokenFor({ accountId, sessionId: newId('ses', nowMs) });
    await inTurn(handler, 5, request({ headers: { authorization: `Bearer ${forged}` } }));
    expect((await call(handler, request({ headers }))).headers).toMatchObject({ 'RateLimit-Remaining': '1' });
  });

  test('counts callers who are not signed in by address', async () => {
    const responses = await inTurn(handlerOf(kitAt()), 3, request({ sourceIp: newAddress() }));
    expect(statuses(responses)).toStrictEqual([401, 401, 429]);
  });
});
