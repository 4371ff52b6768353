import { CONTRACTS } from '#functions/api/contracts';
import type { Contract } from '#shared/http/contract';
import { RATE_LIMITS } from '#shared/http/limits/rate-limits';
import type { Meter } from './meter.ts';
import { FROM_SERVERS, type Mix } from './mix.ts';
import type { World } from './world.ts';

/**
 * The throttle of the API as a bucket of tokens (AWS, "Throttling requests to your HTTP API").
 *
 * @returns a function that tells whether a call passes.
 */
export const makeThrottle = ({ throttle: { requestsPerSecond, burst } }: World, meter: Meter) => {
  let [left, beforeMs] = [burst, 0];
  return (atMs: number): boolean => {
    meter.add('throttle', '', atMs, 1 / requestsPerSecond);
    left = Math.min(burst, left + ((atMs - beforeMs) / 1000) * requestsPerSecond);
    beforeMs = atMs;
    if (left < 1) return false;
    left--;
    return true;
  };
};

const CONTRACT_OF: ReadonlyMap<string, Contract> = new Map(CONTRACTS.map((contract) => [contract.name, contract]));

/**
 * The rate limits of the product, for the calls of customers' servers: people have an address each.
 *
 * @returns a function that names the surface whose limit a call exceeds, if any.
 */
export const makeLimits = (world: World, { customers }: Mix, meter: Meter, random: () => number) => {
  const counts = new Map<string, number>();
  return (name: string, account: number, atMs: number): string | undefined => {
    const { limit: surface } = CONTRACT_OF.get(name) ?? {};
    if (surface === undefined || !FROM_SERVERS.has(name)) return;
    const { requests, windowSeconds } = RATE_LIMITS[surface];
    const caller = `${account}/${account === 0 ? Math.floor(random() * customers.largestAddresses) : 0}`;
    const allowed = requests * world.rateLimitScale;
    meter.add(`limit ${surface}`, caller, atMs, 1 / allowed, windowSeconds);
    const window = `${surface} ${caller} ${Math.floor(atMs / 1000 / windowSeconds)}`;
    const count = (counts.get(window) ?? 0) + 1;
    counts.set(window, count);
    return count > allowed ? surface : undefined;
  };
};
