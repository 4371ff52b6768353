import { describe, expect, test } from 'vitest';
import { RATE_LIMITS, type RateLimitSurface } from '#shared/http/limits/rate-limits';
import type { HttpResponse } from '#tests/support/api-client';
import { stack } from '#tests/support/stack';
import { newClient, newCustomer, newEmail } from './people.ts';

/** More than either limit, but no more processes at once than a small machine starts within the time of a function. */
const CALLS = 80;

interface Timed {
  readonly response: HttpResponse<unknown>;
  readonly sentAtMs: number;
}

/** Makes this many calls at the same moment, each to its own instance of the function. */
const atOnce = (call: () => Promise<HttpResponse<unknown>>): Promise<Timed[]> =>
  Promise.all(
    Array.from({ length: CALLS }, async () => {
      const sentAtMs = Date.now();
      return { response: await call(), sentAtMs };
    }),
  );

const header = ({ response }: Timed, name: string): number => Number(response.headers.get(name) ?? Number.NaN);

/** When the window in which a call was counted ended. Windows follow each other from the epoch on. */
const windowEndMs = (timed: Timed, windowMs: number): number =>
  Math.ceil((timed.sentAtMs + (header(timed, 'ratelimit-reset') - 1) * 1000) / windowMs) * windowMs;

const expectExactly = (surface: RateLimitSurface, passing: number, responses: readonly Timed[]): void => {
  const { requests, windowSeconds } = RATE_LIMITS[surface];
  const limit = Math.floor(requests * stack().rateLimitScale);
  for (const timed of responses) {
    const { status } = timed.response;
    expect([passing, 429]).toContain(status);
    expect(header(timed, 'ratelimit-limit')).toBe(limit);
    expect(header(timed, 'ratelimit-remaining')).toBeGreaterThanOrEqual(0);
    expect(header(timed, 'ratelimit-reset')).toBeGreaterThan(0);
    if (status === 429) expect(header(timed, 'retry-after')).toBeGreaterThan(0);
  }
  // Nearly always one window. Calls across its end are compared with the limit of each window.
  const windows = Map.groupBy(responses, (timed) => windowEndMs(timed, windowSeconds * 1000));
  for (const counted of windows.values()) {
    const passed = counted.filter(({ response }) => response.status === passing);
    expect(passed).toHaveLength(Math.min(limit, counted.length));
    // Each of those calls got a different number of remaining calls.
    expect(new Set(passed.map((timed) => header(timed, 'ratelimit-remaining'))).size).toBe(passed.length);
  }
};

describe(`of ${CALLS} calls at once from one address, exactly the limit passes and every response states the caller's limit`, () => {
  // The limit of log-in, tested with an endpoint that hashes no password, because a laptop cannot hash a hundred of
  // them at once in time.
  test('if a code is entered', async () => {
    const client = newClient();
    const responses = await atOnce(() => client.post('/v1/verify-email', { email: newEmail(), code: '123456' }));
    expectExactly('auth', 400, responses);
  });

  test('if a wallet is read', async () => {
    const customer = await newCustomer();
    const responses = await atOnce(() => customer.get('/v1/wallet'));
    expectExactly('walletReads', 200, responses);
  });
});
