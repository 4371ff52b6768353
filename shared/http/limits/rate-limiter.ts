import { update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { isThrottled, type RetryPolicy, retryConflicts, TRANSACTION_RETRY } from '#shared/db/retry';
import { boundedMap } from '#shared/platform/bounded-map';
import { unixSeconds } from '#shared/platform/clock';
import { limitKeys } from './keys.ts';
import { RATE_LIMITS, type RateLimitSurface } from './rate-limits.ts';

/** The state of a caller's limit in the current window of a surface. */
export interface RateLimitCount {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

/** Counts requests and returns the state of their callers' limits. */
export interface RateLimiter {
  /** The limit of a caller whose window is known to be exhausted; undefined when the table must be read. */
  exhausted(surface: RateLimitSurface, caller: string, nowMs: number): RateLimitCount | undefined;
  /** Counts one request. Writes nothing when the window is known to be exhausted. */
  count(table: Pick<Table, 'write'>, surface: RateLimitSurface, caller: string, nowMs: number): Promise<RateLimitCount>;
}

/** Windows remembered as exhausted before the oldest are forgotten: about 1 MB. */
const MEMORY_ENTRIES = 10_000;

/**
 * A throttled counter is slowed by a burst, not unreachable, so the call is retried, in addition to the client's own
 * tries.
 */
const COUNTER_RETRY: RetryPolicy = { ...TRANSACTION_RETRY, attempts: 4 };

/** The eight 16-bit groups of an IPv6 address in any of its spellings (RFC 4291, 2.2). */
const ipv6Groups = (address: string): number[] => {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groupsOf = (text: string): number[] =>
    text.split(':').flatMap((group) => {
      if (group === '') return [];
      if (!group.includes('.')) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    });
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const zeros = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<number>(zeros).fill(0), ...right];
};

/**
 * The network that counts as one caller: an IPv4 address (also an IPv4-mapped one), or the /56 that an IPv6 subscriber
 * usually holds, so that nobody escapes a limit by using all of their own addresses.
 */
export const callerNetwork = (sourceIp: string): string => {
  if (!sourceIp.includes(':')) return sourceIp;
  const groups = ipv6Groups(sourceIp);
  const [first = 0, second = 0, third = 0, fourth = 0, , sixth, high = 0, low = 0] = groups;
  if (groups.slice(0, 5).every((group) => group === 0) && sixth === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return `${[first, second, third, fourth & 0xff00].map((group) => group.toString(16).padStart(4, '0')).join(':')}::/56`;
};

/**
 * A limiter over counters in the table, in fixed windows. Each request costs one atomic addition. Once a window is
 * known to be exhausted it costs none, so that an attacker causes no further cost.
 *
 * @param scale multiplies every limit; a setting of the stage.
 * @param retry how a throttled counter is retried; tests pass one that does not wait.
 * @throws RangeError when the scale is not a positive number.
 */
export const makeRateLimiter = (scale: number, retry: RetryPolicy = COUNTER_RETRY): RateLimiter => {
  if (!(scale > 0)) throw new RangeError('The rate-limit scale must be a positive number');
  const exhaustedUntilMs = boundedMap<number>(MEMORY_ENTRIES);

  const windowAt = (surface: RateLimitSurface, nowMs: number) => {
    const { requests, windowSeconds } = RATE_LIMITS[surface];
    const number = Math.floor(nowMs / 1000 / windowSeconds);
    const endsMs = (number + 1) * windowSeconds * 1000;
    return {
      number,
      endsMs,
      limit: Math.max(1, Math.floor(requests * scale)),
      resetSeconds: Math.max(1, Math.ceil((endsMs - nowMs) / 1000)),
    };
  };

  const exhausted: RateLimiter['exhausted'] = (surface, caller, nowMs) => {
    if ((exhaustedUntilMs.get(`${surface}#${caller}`) ?? 0) <= nowMs) return undefined;
    const { limit, resetSeconds } = windowAt(surface, nowMs);
    return { limit, remaining: 0, resetSeconds, exceeded: true };
  };

  const count: RateLimiter['count'] = async (table, surface, caller, nowMs) => {
    const known = exhausted(surface, caller, nowMs);
    if (known) return known;
    const { number, endsMs, limit, resetSeconds } = windowAt(surface, nowMs);
    const addition = update(limitKeys.rateLimit(surface, caller, number), {
      add: { requestCount: 1 },
      set: { expiresAtSeconds: unixSeconds(endsMs) + 60 },
      when: {},
    });
    const counted = await retryConflicts(() => table.write(addition), retry, isThrottled);
    const requestCount = counted.written ? Number(counted.item?.['requestCount']) : 0;
    // The request that takes the last of a window passes. Its count shows that no other will.
    if (requestCount >= limit) exhaustedUntilMs.set(`${surface}#${caller}`, endsMs);
    return { limit, remaining: Math.max(0, limit - requestCount), resetSeconds, exceeded: requestCount > limit };
  };

  return { exhausted, count };
};

/** The headers of every response of a limited surface (interface: Errors, 429). */
export const rateLimitHeaders = (count: RateLimitCount): Record<string, string> => ({
  'RateLimit-Limit': String(count.limit),
  'RateLimit-Remaining': String(count.remaining),
  'RateLimit-Reset': String(count.resetSeconds),
  ...(count.exceeded && { 'Retry-After': String(count.resetSeconds) }),
});
