import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import { callerKeys } from '#shared/http/caller/keys';
import { contract } from '#shared/http/contract';
import { makeRateLimiter } from '#shared/http/limits/rate-limiter';
import { serve } from '#shared/http/serve';
import { signedInAccount } from '#tests/support/accounts';
import { call, newAddress, testKit } from './test-kit.ts';

const limited = contract({
  name: 'limited',
  group: 'test',
  method: 'POST',
  route: '/v1/limited',
  summary: 'Limited, for accounts, with a body',
  caller: 'account',
  limit: 'createApplicant',
  body: v.object({ name: v.string() }),
  success: { 200: v.object({ success: v.literal(true) }) },
  idempotent: 'commit',
  touches: {},
});

/** Half a minute into a window, so that no test runs across its end. */
const nowMs = Math.floor(Date.now() / 60_000) * 60_000 + 30_000;

const setup = async () => {
  const reached: string[] = [];
  const kit = testKit({ clock: () => nowMs, limiter: () => limiter });
  // A tenth of the surface's limit of 10, so that the second request is one too many.
  const limiter = makeRateLimiter(0.1);
  const handler = serve(
    limited,
    {
      load: async () => {
        reached.push('load');
        throw new ApiError('WIDGET_NOT_FOUND');
      },
      answer: () => {
        reached.push('answer');
        throw new ApiError('WIDGET_NOT_LIVE');
      },
    },
    kit,
  );
  const account = await signedInAccount();
  return { handler, account, reached };
};

const request = { method: 'POST', path: '/v1/limited', body: { name: 'a' } };
const LONG_KEY = 'k'.repeat(256);

/**
 * Every way in which a request can be wrong apart from its credential, and the refusal that a signed-in caller gets.
 */
const WRONG = [
  ['a body of another type', { ...request, headers: { 'content-type': 'text/plain' } }, 415],
  ['a body that is not JSON', { ...request, body: '{"name":' }, 400],
  ['a body that is too large', { ...request, body: JSON.stringify({ name: 'x'.repeat(1_000_000) }) }, 413],
  ['an invalid body', { ...request, body: { name: 1 } }, 400],
  ['an idempotency key that is too long', { ...request, headers: { 'idempotency-key': LONG_KEY } }, 400],
  ['a resource that does not exist', request, 404],
] as const;

describe('of several refusals that apply, the one reported is', () => {
  test.each(WRONG)('%s, if nothing else is wrong', async (_, wrong, status) => {
    const { handler, account } = await setup();
    const headers = { ...('headers' in wrong ? wrong.headers : {}), ...account.headers };
    expect((await call(handler, { ...wrong, headers })).status).toBe(status);
  });

  test.each(WRONG)('that the session is over, rather than of %s', async (_, wrong) => {
    const { handler, account, reached } = await setup();
    const ended = update(callerKeys.accountSession(account.sessionId), {
      set: { endedAt: 'now' },
      when: { pk: 'exists' },
    });
    await serviceTable().write(ended);
    const headers = { ...('headers' in wrong ? wrong.headers : {}), ...account.headers };
    const response = await call(handler, { ...wrong, headers });
    expect(response.body).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(reached).not.toContain('answer');
  });

  test.each(WRONG)('that the limit is reached, rather than of %s', async (_, wrong) => {
    const { handler, account } = await setup();
    const headers = { ...('headers' in wrong ? wrong.headers : {}), ...account.headers };
    const sourceIp = newAddress();
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await call(handler, { ...wrong, headers, sourceIp })).status);
    expect(statuses[0]).not.toBe(429);
    expect(statuses[1]).toBe(429);
  });

  test('that the limit is reached, rather than that there is no credential', async () => {
    const { handler } = await setup();
    const sourceIp = newAddress();
    expect((await call(handler, { ...request, sourceIp })).status).toBe(401);
    expect((await call(handler, { ...request, sourceIp })).status).toBe(429);
  });
});

describe('with a cookie', () => {
  test('from another site, that is reported first, and nothing is read', async () => {
    const { handler, account, reached } = await setup();
    const response = await call(handler, { ...request, body: '{', cookies: account.cookies });
    expect(response.body).toMatchObject({ code: 'CROSS_SITE_REQUEST' });
    expect(reached).toStrictEqual([]);
  });
});
