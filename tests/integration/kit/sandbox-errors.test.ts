import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { handler as readSessionHandler } from '#functions/api/embed/read-embed-session';
import { readEmbedSession } from '#functions/api/embed/read-embed-session.contract';
import { handler as readWebhookHandler } from '#functions/api/webhooks/read-webhook';
import { readWebhook } from '#functions/api/webhooks/read-webhook.contract';
import { contract } from '#shared/http/contract';
import { makeRateLimiter } from '#shared/http/limits/rate-limiter';
import { serve } from '#shared/http/serve';
import { newId } from '#shared/platform/ids';
import { embedEndpoint, newWidgetWithOwner } from '#tests/integration/embed/call';
import { apiKeyFor, madeUpSecretKey, sessionScope, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { call, newAddress, testKit } from './test-kit.ts';

const pay = contract({
  name: 'pay',
  group: 'test',
  method: 'POST',
  route: '/v1/pay',
  summary: 'Pay',
  caller: 'account',
  limit: 'createApplicant',
  body: v.object({ name: v.string() }),
  success: { 201: v.object({ id: v.string() }) },
  errors: ['INSUFFICIENT_BALANCE', 'SOURCE_UNAVAILABLE'],
  idempotent: 'commit',
  touches: { writes: ['idempotency'] },
});

/** Half a minute into a window, so that no test runs across its end. */
const nowMs = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;

/** @param scale of the limit of 10 requests. */
const setup = async (scale = 1) => {
  const limiter = makeRateLimiter(scale);
  const kit = testKit({ clock: () => nowMs, limiter: () => limiter });
  const reached: string[] = [];
  const handler = serve(
    pay,
    {
      load: async () => {
        reached.push('load');
      },
      answer: async (_, { commit }) => {
        reached.push('answer');
        const response = { id: randomUUID() };
        await commit({}, response);
        return response;
      },
    },
    kit,
  );
  const account = sessionScope(newId('usr', nowMs));
  const { headers: sandboxKey } = await apiKeyFor(account);
  const sourceIp = newAddress();
  const send = (headers: Readonly<Record<string, string>>, body: unknown = { name: 'a' }) =>
    call(handler, { method: 'POST', path: '/v1/pay', body, sourceIp, headers: { ...sandboxKey, ...headers } });
  return { kit, reached, account, send };
};

const error = (code: string) => ({ 'X-Sandbox-Error': code });

describe('an error requested in the sandbox', () => {
  test('is returned with its headers, and nothing is read, stored or charged', async () => {
    const { kit, reached, send } = await setup();
    const { status, headers, body } = await send(error('INSUFFICIENT_BALANCE'));
    expect([status, headers['X-Error-Code'], headers['RateLimit-Remaining']]).toStrictEqual([
      402,
      'INSUFFICIENT_BALANCE',
      '9',
    ]);
    expect(body).toStrictEqual({
      success: false,
      status: 'error',
      message: 'The wallet balance does not cover this action. Top up the wallet and try again.',
      code: 'INSUFFICIENT_BALANCE',
      details: { balanceKobo: 20_000, requiredKobo: 50_000 },
    });
    expect(reached).toStrictEqual([]);
    // The count of the request and the hour of the key's use.
    expect(kit.calls.filter((name) => name === 'transact' || name === 'write')).toStrictEqual(['write', 'write']);
  });

  test('is byte for byte the real refusal of a rate limit, with its headers', async () => {
    const real = await setup(0.1);
    await real.send({});
    const refused = await real.send({});
    const provoked = await (await setup(0.1)).send(error('RATE_LIMITED'));
    expect(refused.status).toBe(429);
    expect(provoked.headers['Retry-After']).toBe('30');
    const { 'X-Request-Id': _, ...realHeaders } = refused.headers;
    const { 'X-Request-Id': id, ...headers } = provoked.headers;
    expect(id).toBeDefined();
    expect({ ...provoked.response, headers }).toStrictEqual({ ...refused.response, headers: realHeaders });
  });

  test('is byte for byte the real refusal of a missing thing', async () => {
    const account = await signedInAccount();
    const key = await apiKeyFor(account);
    const send = endpoint(readWebhook, readWebhookHandler);
    const request = { pathParameters: { id: 'whk_none' } };
    const real = await send(key, request);
    const provoked = await send(key, { ...request, headers: error('WEBHOOK_NOT_FOUND') });
    expect([real.status, provoked.status]).toStrictEqual([404, 404]);
    expect(provoked.response.body).toBe(real.response.body);
    expect(Object.keys(provoked.headers)).toStrictEqual(Object.keys(real.headers));
  });

  test('counts, so that a request too many is really refused', async () => {
    const { send } = await setup(0.1);
    expect((await send(error('INTERNAL_ERROR'))).status).toBe(500);
    expect((await send(error('INTERNAL_ERROR'))).status).toBe(429);
  });

  test.each(['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'SOURCE_UNAVAILABLE'])(
    'triggers no alarm: %s is not counted as a failure of the service',
    async (code) => {
      const { kit, send } = await setup();
      expect((await send(error(code))).headers['X-Error-Code']).toBe(code);
      expect(kit.lines.filter(({ level }) => level !== 'info')).toStrictEqual([]);
      expect(kit.lines.at(-1)).toMatchObject({ code: 'REQUEST_ANSWERED', errorCode: code, reason: 'provoked' });
      const names = kit.measured.flatMap((line) => Object.keys(line));
      expect(names).toContain('ServerErrorsProvoked');
      expect(names).not.toContain('RequestFailed');
    },
  );

  test('leaves an idempotency key free, and precedes its stored response', async () => {
    const { send } = await setup();
    const key = { 'idempotency-key': randomUUID() };
    expect((await send({ ...key, ...error('SERVICE_UNAVAILABLE') })).status).toBe(503);
    const first = await send(key);
    expect([first.status, first.headers['Idempotency-Replayed']]).toStrictEqual([201, undefined]);
    expect((await send({ ...key, ...error('SERVICE_UNAVAILABLE') })).status).toBe(503);
    expect((await send(key)).body).toStrictEqual(first.body);
  });
});

describe('a request for an error is refused', () => {
  test('with its problems, if it is invalid', async () => {
    const { send } = await setup();
    const { status, body } = await send(error('INTERNAL_ERROR'), {});
    expect([status, body.details]).toStrictEqual([400, [{ path: 'name', message: 'Required' }]]);
  });

  test('with a 401, if its key is made up or was ended', async () => {
    const { account, send } = await setup();
    const madeUp = await send({ ...error('INTERNAL_ERROR'), authorization: `Bearer ${madeUpSecretKey('sandbox')}` });
    expect([madeUp.status, madeUp.body.code]).toStrictEqual([401, 'UNAUTHENTICATED']);
    await apiKeyFor(account);
    expect((await send(error('INTERNAL_ERROR'))).status).toBe(401);
  });

  test.each(['live', 'session'] as const)('with a 400 for %s, and without any effect', async (kind) => {
    const { reached, send } = await setup();
    const account = await signedInAccount();
    const { headers } = kind === 'live' ? await apiKeyFor(account, 'live') : account;
    const { status, body } = await send({ ...error('INTERNAL_ERROR'), ...headers });
    expect([status, body.code, body.details]).toStrictEqual([
      400,
      'VALIDATION_FAILED',
      [{ path: 'X-Sandbox-Error', message: 'Needs a sandbox API key or the embed token of a sandbox widget' }],
    ]);
    expect(reached).toStrictEqual([]);
  });

  test('with a 400 that lists the errors of the endpoint, if it has no such error', async () => {
    const { send } = await setup();
    const { status, body } = await send(error('CHAT_NOT_FOUND'));
    expect([status, body.details[0].path]).toStrictEqual([400, 'X-Sandbox-Error']);
    expect(body.details[0].message).toMatch(/^Must be one of: VALIDATION_FAILED, .*INSUFFICIENT_BALANCE/);
  });
});

describe('a form in the sandbox', () => {
  const read = embedEndpoint(readEmbedSession, readSessionHandler);
  const requestOf = async (environment: 'sandbox' | 'live') => {
    const { widget } = await newWidgetWithOwner({ environment });
    return { pathParameters: { sessionId: 'wses_none' }, query: { token: widget.embedLinkToken } };
  };

  test('gets the error that it requests through its token', async () => {
    const request = await requestOf('sandbox');
    const { status, body } = await read({ ...request, headers: error('SESSION_EXPIRED') });
    expect([status, body.code]).toStrictEqual([410, 'SESSION_EXPIRED']);
  });

  test('gets an explanation in live, and with an unknown token', async () => {
    const live = await requestOf('live');
    expect((await read({ ...live, headers: error('SESSION_EXPIRED') })).status).toBe(400);
    const unknown = { ...live, query: { token: 'elt_none' }, headers: error('SESSION_EXPIRED') };
    expect((await read(unknown)).body.code).toBe('INVALID_EMBED_TOKEN');
  });
});
