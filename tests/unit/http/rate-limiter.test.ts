import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Table } from '#shared/db/operations';
import { callerNetwork, makeRateLimiter, rateLimitHeaders } from '#shared/http/limits/rate-limiter';
import { RATE_LIMITS } from '#shared/http/limits/rate-limits';

const group = fc.nat({ max: 0xffff });
const address = fc.array(group, { minLength: 8, maxLength: 8 });
const hex = (groups: readonly number[]): string => groups.map((value) => value.toString(16)).join(':');

/** Other spellings of one address (RFC 4291, 2.2): padded, in capitals, compressed, or as a URL normalises it. */
const spellings = (groups: readonly number[]): string[] => {
  const padded = groups.map((value) => value.toString(16).padStart(4, '0')).join(':');
  return [hex(groups), padded, padded.toUpperCase(), new URL(`http://[${padded}]`).hostname.slice(1, -1)];
};

/** An in-memory counter that is throttled this many times before it counts. */
const throttledTable = (times: number) => {
  let requested = 0;
  const write: Table['write'] = async () => {
    requested++;
    if (requested <= times) throw Object.assign(new Error('Slow down'), { name: 'ThrottlingException' });
    return { written: true, item: { pk: 'p', sk: 's', requestCount: 1 } };
  };
  return { write, asked: () => requested };
};

describe('a counter that is throttled', () => {
  const retry = { attempts: 4, wait: async () => undefined };
  const count = (table: Pick<Table, 'write'>) => makeRateLimiter(1, retry).count(table, 'auth', '192.0.2.1', 0);

  test('is retried, so that a crowd of requests cannot exceed a limit', async () => {
    expect(await count(throttledTable(4))).toMatchObject({ limit: 50, remaining: 49, exceeded: false });
  });

  test('is given up after the last try', async () => {
    const table = throttledTable(99);
    await expect(count(table)).rejects.toThrow('Slow down');
    expect(table.asked()).toBe(5);
  });
});

describe('the network that counts as one caller', () => {
  test('is an IPv4 address itself', () => {
    fc.assert(fc.property(fc.ipV4(), (text) => callerNetwork(text) === text));
  });

  test('is the /56 of an IPv6 address, however it is spelled', () => {
    fc.assert(
      fc.property(address, (groups) => {
        fc.pre(!(groups.slice(0, 5).every((value) => value === 0) && groups[5] === 0xffff));
        const [a = 0, b = 0, c = 0, d = 0] = groups;
        const expected = [a, b, c, d & 0xff00].map((value) => value.toString(16).padStart(4, '0')).join(':');
        for (const text of spellings(groups)) {
          expect(isIPv6(text)).toBe(true);
          expect(callerNetwork(text)).toBe(`${expected}::/56`);
        }
      }),
    );
  });

  test('is the same for all addresses of a subscriber and different for the next subscriber', () => {
    fc.assert(
      fc.property(address, address, (mine, other) => {
        fc.pre(mine[0] !== 0);
        const [, , , fourth = 0] = mine;
        const second = [...mine.slice(0, 3), (fourth & 0xff00) | ((other[3] ?? 0) & 0xff), ...other.slice(4)];
        const neighbour = [...mine.slice(0, 3), fourth ^ 0x100, ...mine.slice(4)];
        expect(callerNetwork(hex(second))).toBe(callerNetwork(hex(mine)));
        expect(callerNetwork(hex(neighbour))).not.toBe(callerNetwork(hex(mine)));
      }),
    );
  });

  test.each([
    ['::ffff:192.0.2.33', '192.0.2.33'],
    ['::FFFF:192.0.2.33', '192.0.2.33'],
    ['::ffff:c000:221', '192.0.2.33'],
    ['::', '0000:0000:0000:0000::/56'],
    ['::1', '0000:0000:0000:0000::/56'],
    ['2001:db8::', '2001:0db8:0000:0000::/56'],
    ['2001:db8:1:2ff::192.0.2.33', '2001:0db8:0001:0200::/56'],
    ['fe80::1%eth0', 'fe80:0000:0000:0000::/56'],
  ])('of %s is %s', (text, network) => {
    expect(callerNetwork(text)).toBe(network);
  });

  test('is a valid part of a key for every address', () => {
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => !callerNetwork(text).includes('#')));
  });
});

/** A table that counts unconditionally, as the limiter uses it. */
const countingTable = () => {
  const counters = new Map<string, number>();
  const write: Table['write'] = async (operation) => {
    if (operation.kind !== 'update') throw new Error('A limiter only updates');
    const key = `${operation.key.pk} ${operation.key.sk}`;
    const requestCount = (counters.get(key) ?? 0) + (operation.add?.['requestCount'] ?? 0);
    counters.set(key, requestCount);
    return { written: true, item: { ...operation.key, requestCount } };
  };
  return { write, counters };
};

describe('a window', () => {
  const nowMs = 1_795_269_780_000;

  test('reports the remaining requests with each request, and when the next window begins', async () => {
    const table = countingTable();
    const limiter = makeRateLimiter(0.3);
    const counts = [];
    for (const second of [1, 20.5, 59.9, 59.95]) {
      counts.push(await limiter.count(table, 'createApplicant', '10.0.0.1', nowMs + second * 1000));
    }
    expect(counts).toStrictEqual([
      { limit: 3, remaining: 2, resetSeconds: 59, exceeded: false },
      { limit: 3, remaining: 1, resetSeconds: 40, exceeded: false },
      { limit: 3, remaining: 0, resetSeconds: 1, exceeded: false },
      { limit: 3, remaining: 0, resetSeconds: 1, exceeded: true },
    ]);
  });

  test('belongs to one surface and one caller', async () => {
    const table = countingTable();
    const limiter = makeRateLimiter(1);
    await limiter.count(table, 'createApplicant', 'a', nowMs);
    await limiter.count(table, 'walletWrites', 'a', nowMs);
    await limiter.count(table, 'createApplicant', 'b', nowMs);
    await limiter.count(table, 'createApplicant', 'a', nowMs + 60_000);
    expect([...table.counters.values()]).toStrictEqual([1, 1, 1, 1]);
  });

  test('is remembered as exhausted until its end and no longer', async () => {
    const limiter = makeRateLimiter(0.1);
    expect(limiter.exhausted('createApplicant', 'a', nowMs)).toBeUndefined();
    await limiter.count(countingTable(), 'createApplicant', 'a', nowMs);
    expect(limiter.exhausted('createApplicant', 'a', nowMs + 59_999)).toStrictEqual({
      limit: 1,
      remaining: 0,
      resetSeconds: 1,
      exceeded: true,
    });
    expect(limiter.exhausted('createApplicant', 'b', nowMs)).toBeUndefined();
    expect(limiter.exhausted('walletWrites', 'a', nowMs)).toBeUndefined();
    expect(limiter.exhausted('createApplicant', 'a', nowMs + 60_000)).toBeUndefined();
  });

  test('is forgotten, oldest first, once ten thousand are remembered', async () => {
    const table = countingTable();
    const limiter = makeRateLimiter(0.1);
    for (let caller = 0; caller <= 10_000; caller++) await limiter.count(table, 'createApplicant', `${caller}`, nowMs);
    const remembered = (caller: number) => limiter.exhausted('createApplicant', `${caller}`, nowMs) !== undefined;
    expect([0, 1, 10_000].map(remembered)).toStrictEqual([false, true, true]);
  });
});

describe('the scale of a stage', () => {
  test.each([
    [1, 10],
    [2.55, 25],
    [100, 1_000],
    [0.05, 1],
  ])('%d turns 10 requests into %i, never into none', async (scale, limit) => {
    const count = await makeRateLimiter(scale).count(countingTable(), 'createApplicant', 'a', 0);
    expect(count.limit).toBe(limit);
  });

  test.each([0, -1, Number.NaN])('%d is refused', (scale) => {
    expect(() => makeRateLimiter(scale)).toThrow(RangeError);
  });
});

describe('the headers', () => {
  test('are three, and Retry-After for a caller who must wait', () => {
    const count = { limit: 10, remaining: 3, resetSeconds: 42, exceeded: false };
    const headers = { 'RateLimit-Limit': '10', 'RateLimit-Remaining': '3', 'RateLimit-Reset': '42' };
    expect(rateLimitHeaders(count)).toStrictEqual(headers);
    expect(rateLimitHeaders({ ...count, exceeded: true })).toStrictEqual({ ...headers, 'Retry-After': '42' });
  });
});

describe('the table of limits', () => {
  test('is that of the interface', () => {
    const row = (requests: number, windowSeconds: number) => ({ requests, windowSeconds, per: 'address' });
    expect(RATE_LIMITS).toMatchObject({
      auth: row(50, 900),
      walletReads: row(60, 60),
      walletWrites: row(10, 60),
      apiKeyRotation: row(20, 3_600),
      webhookWrites: row(100, 3_600),
      monitoringReads: row(120, 60),
      monitoringWrites: row(30, 60),
      createApplicant: row(10, 60),
    });
  });
});
