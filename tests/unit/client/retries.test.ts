import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { retryAfterSeconds } from '#client/src/errors';
import { Kyb } from '#client/src/kyb';
import { retryWaitSeconds } from '#client/src/retries';
import { clientOf, failureOf, json, refuse } from './lying-server.ts';

const OK = { success: true, data: {} };

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a call is sent again', () => {
  test.each([
    ['a 429', 429, 'RATE_LIMITED'],
    ['a 500', 500, 'INTERNAL_ERROR'],
    ['a 503', 503, 'SERVICE_UNAVAILABLE'],
    ['a 409 of a request that is running', 409, 'IDEMPOTENCY_IN_PROGRESS'],
  ])('after %s, with the same key and body', async (_, status, code) => {
    const { kyb, received } = await clientOf((response, index) =>
      index === 0 ? refuse(response, status, code) : json(response, 201, OK),
    );
    expect(await kyb.applicants.create('wgt_1', { referenceId: 'a' })).toStrictEqual(OK);
    const [first, second] = received.map(({ headers, body }) => [headers['idempotency-key'], body]);
    expect(second).toStrictEqual(first);
  });

  test('after a connection that broke, and a response that ended early', async () => {
    const { kyb, received } = await clientOf((response, index) => {
      if (index === 0) response.destroy();
      else if (index === 1)
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' }).write('{');
      if (index === 1) setImmediate(() => response.destroy());
      if (index === 2) json(response, 201, OK);
    });
    expect(await kyb.applicants.create('wgt_1')).toStrictEqual(OK);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('after the HTML of a gateway, and what ends it names the gateway', async () => {
    const { kyb, received } = await clientOf((response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    );
    expect(await failureOf(kyb.wallet.get())).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 502 });
    expect(received).toHaveLength(3);
  });

  test('as late as Retry-After demands, in seconds or as a date, and a little later', async () => {
    const nowMs = Date.parse('2026-11-21T14:00:00Z');
    const after = ['7', 'Sat, 21 Nov 2026 14:00:09 GMT'];
    const { kyb, waits } = await clientOf(
      (response, index) =>
        index < 2
          ? refuse(response, 429, 'RATE_LIMITED', { 'retry-after': after[index] ?? '' })
          : json(response, 200, OK),
      {},
      { nowMs: () => nowMs },
    );
    await kyb.wallet.get();
    expect(waits).toEqual([7 + 0.375, 9 + 0.75]);
  });

  test('no more often than it may be', async () => {
    const always = await clientOf((response) => refuse(response, 503, 'SERVICE_UNAVAILABLE'), { maxRetries: 4 });
    expect(await failureOf(always.kyb.wallet.get())).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect([always.received.length, always.waits]).toEqual([5, [0.375, 0.75, 1.5, 3]]);
    await failureOf(always.kyb.wallet.get({}, { maxRetries: 0 }));
    expect(always.received).toHaveLength(6);
  });
});

describe('a call is not sent again', () => {
  test.each([
    [400, 'VALIDATION_FAILED'],
    [402, 'INSUFFICIENT_BALANCE'],
    [409, 'APPLICANT_NOT_OPEN'],
    [422, 'IDEMPOTENCY_KEY_REUSED'],
  ])('after a %i %s', async (status, code) => {
    const { kyb, received } = await clientOf((response) => refuse(response, status, code));
    expect(await failureOf(kyb.applicants.create('wgt_1'))).toMatchObject({ status, code });
    expect(received).toHaveLength(1);
  });

  test('when what it did is unknown, and it takes no key', async () => {
    const { kyb, received } = await clientOf((response) => refuse(response, 503, 'SERVICE_UNAVAILABLE'));
    await failureOf(kyb.deliveries.resend('whd_1'));
    expect(received).toHaveLength(1);
  });

  test('when it would have to wait for more than a minute: the error says for how long', async () => {
    const { kyb, received } = await clientOf((response) =>
      refuse(response, 429, 'TOO_MANY_ATTEMPTS', { 'retry-after': '900' }),
    );
    expect(await failureOf(kyb.accounts.logIn({ email: 'a@b.example', password: 'x' }))).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      retryAfterSeconds: 900,
    });
    expect(received).toHaveLength(1);
  });
});

describe('a call ends', () => {
  test.each([
    ['that does not come', () => undefined],
    ['that does not end', (response: ServerResponse) => response.writeHead(200, JSON_TYPE).write('{')],
  ])('after its time, with a response %s', async (_, respond) => {
    const { kyb } = await clientOf((response) => void respond(response), { timeoutSeconds: 0.1, maxRetries: 0 });
    expect(await failureOf(kyb.wallet.get())).toMatchObject({ code: 'TIMED_OUT', status: 0 });
  });

  test('when it is aborted, with the reason of the signal, and is not sent again', async () => {
    const stop = new AbortController();
    const reason = new Error('The user left');
    const { kyb, received } = await clientOf(() => stop.abort(reason));
    expect(await failureOf(kyb.wallet.get({}, { signal: stop.signal }))).toBe(reason);
    expect(received).toHaveLength(1);
    expect(await failureOf(kyb.wallet.get({}, { signal: stop.signal }))).toBe(reason);
    expect(received).toHaveLength(1);
  });

  test('when it is aborted while it waits for a retry', async () => {
    const stop = new AbortController();
    const { url, received } = await clientOf((response) => {
      refuse(response, 429, 'RATE_LIMITED', { 'retry-after': '50' });
      response.on('close', () => setImmediate(() => stop.abort()));
    });
    const kyb = new Kyb({ baseUrl: url });
    expect(await failureOf(kyb.wallet.get({}, { signal: stop.signal }))).toMatchObject({ name: 'AbortError' });
    expect(received).toHaveLength(1);
  });

  test('where nothing listens', async () => {
    const kyb = new Kyb({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
    const error = await failureOf(kyb.wallet.get());
    expect(error).toMatchObject({ code: 'NO_RESPONSE', cause: expect.anything() });
  });
});

test('waits between tries double up to 8 s, with jitter of half', () => {
  const failure = { error: { code: 'NO_RESPONSE', status: 0, retryAfterSeconds: undefined }, isRepeatable: true };
  const waitOf = (retries: number, random: number) => retryWaitSeconds({ ...failure, retries } as never, random);
  expect([0, 1, 4, 9].map((retries) => [waitOf(retries, 0), waitOf(retries, 1)])).toEqual([
    [0.25, 0.5],
    [0.5, 1],
    [4, 8],
    [4, 8],
  ]);
});

test.each([
  ['3', 3],
  ['0', 0],
  [' 3 ', 3],
  ['Sat, 21 Nov 2026 14:00:30 GMT', 30],
  ['Sat, 21 Nov 2026 13:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  ['-1', undefined],
])('a Retry-After of %j is %j', (value, seconds) => {
  expect(retryAfterSeconds(value, Date.parse('2026-11-21T14:00:00Z'))).toBe(seconds);
});
