import { update } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import type { Table } from '#shared/db/operations';
import { unixSeconds } from '#shared/platform/clock';
import { RATE_LIMITS, type RateLimitSurface } from './rate-limits.ts';

/** Where a caller stands in the current window of a surface. */
export interface RateLimitCount {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

/** Counts one request and says where its caller stands. */
export type RateLimiter = (
  table: Pick<Table, 'write'>,
  surface: RateLimitSurface,
  caller: string,
  nowMs: number,
) => Promise<RateLimitCount>;

/** Windows remembered as exhausted, before the oldest are forgotten: about 1 MB. */
const MEMORY_ENTRIES = 10_000;

/**
 * The network that counts as one caller: an IPv4 address, or the /56 that an IPv6 subscriber usually holds, so that
 * nobody escapes a limit by walking through their own addresses.
 */
export const callerNetwork = (sourceIp: string): string => {
  if (!sourceIp.includes(':')) return sourceIp;
  const [head = '', tail] = sourceIp.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => group.padStart(4, '0'));
  return `${groups.slice(0, 3).join(':')}:${(groups[3] ?? '0000').slice(0, 2)}00::/56`;
};

/**
 * A limiter over counters in the table: one atomic addition a request (fixed windows), and none once a window is known
 * to be exhausted, so that an attacker costs nothing further.
 *
 * @param scale multiplies every limit; a setting of the stage.
 */
export const makeRateLimiter = (scale: number): RateLimiter => {
  const exhaustedUntilMs = new Map<string, number>();

  return async (table, surface, caller, nowMs) => {
    const { requests, windowSeconds } = RATE_LIMITS[surface];
    const limit = Math.max(1, Math.floor(requests * scale));
    const window = Math.floor(nowMs / 1000 / windowSeconds);
    const endsMs = (window + 1) * windowSeconds * 1000;
    const resetSeconds = Math.max(1, Math.ceil((endsMs - nowMs) / 1000));
    const memoryKey = `${surface}#${caller}`;

    if ((exhaustedUntilMs.get(memoryKey) ?? 0) > nowMs) return { limit, remaining: 0, resetSeconds, exceeded: true };

    const counted = await table.write(
      update(keys.rateLimit(surface, caller, window), {
        add: { requestCount: 1 },
        set: { expiresAtSeconds: unixSeconds(endsMs) + 60 },
        when: {},
      }),
    );
    const requestCount = counted.written ? Number(counted.item?.['requestCount']) : 0;
    if (requestCount > limit) {
      if (exhaustedUntilMs.size >= MEMORY_ENTRIES) exhaustedUntilMs.clear();
      exhaustedUntilMs.set(memoryKey, endsMs);
    }
    return { limit, remaining: Math.max(0, limit - requestCount), resetSeconds, exceeded: requestCount > limit };
  };
};

/** The headers of every answer of a limited surface (interface: Errors, 429). */
export const rateLimitHeaders = (count: RateLimitCount): Record<string, string> => ({
  'RateLimit-Limit': String(count.limit),
  'RateLimit-Remaining': String(count.remaining),
  'RateLimit-Reset': String(count.resetSeconds),
  ...(count.exceeded && { 'Retry-After': String(count.resetSeconds) }),
});
