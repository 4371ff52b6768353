/** What a simulation found. */
export interface Simulated {
  /** The second in which something was refused first; undefined if nothing was. */
  readonly refusedFromSecond: number | undefined;
  /** Of all that was asked for. */
  readonly refusedShare: number;
}

/** How much is asked for in each second, from second 0. */
export type Demand = readonly number[];

/** The same demand for so many seconds. */
export const steady = (each: number, seconds: number): Demand => Array.from({ length: seconds }, () => each);

const simulate = (demand: Demand, taken: (wanted: number, second: number) => number): Simulated => {
  const refused = demand.map((wanted, second) => wanted - taken(wanted, second));
  const first = refused.findIndex((missing) => missing > 0);
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  return {
    refusedFromSecond: first === -1 ? undefined : first,
    refusedShare: total(refused) / (total(demand) || 1),
  };
};

/** For how many seconds DynamoDB keeps unused units at best. */
export const LONGEST_BURST_SECONDS = 300;

/**
 * A partition as a bucket of tokens: so many units a second, and what was not used in the last seconds as well, which
 * AWS gives when it can and does not promise (AWS, "DynamoDB burst and adaptive capacity"). It begins unused.
 *
 * @param burstSeconds how many seconds of unused units it keeps: {@link LONGEST_BURST_SECONDS} at best, 0 at worst.
 */
export const simulatePartition = (demand: Demand, unitsASecond: number, burstSeconds: number): Simulated => {
  let saved = unitsASecond * burstSeconds;
  return simulate(demand, (wanted) => {
    const used = Math.min(wanted, unitsASecond + saved);
    saved = Math.min(unitsASecond * burstSeconds, saved + unitsASecond - used);
    return used;
  });
};

/** A function's concurrency, as Lambda scales it. */
export interface Scaling {
  /** What a call takes. */
  readonly seconds: number;
  /** The concurrency of the account that is left to the function. */
  readonly limit: number;
}

/** How many environments a function gets in a second: 1,000 every ten (AWS, "Lambda scaling behavior"). */
const ENVIRONMENTS_A_SECOND = 100;
const ENVIRONMENTS_AT_ONCE = 1000;

/**
 * Calls of one function: each needs an environment for as long as it takes. New ones come from a bucket of 1,000 that
 * fills by 100 a second, up to the account's limit. The function begins cold. A call without one is refused, with 429
 * by Lambda, which API Gateway turns into a 503.
 */
export const simulateConcurrency = (calls: Demand, { seconds, limit }: Scaling): Simulated => {
  let environments = 0;
  let bucket = ENVIRONMENTS_AT_ONCE;
  return simulate(calls, (wanted) => {
    const needed = wanted * seconds;
    const added = Math.max(0, Math.min(needed - environments, bucket, limit - environments));
    environments += added;
    bucket = Math.min(ENVIRONMENTS_AT_ONCE, bucket - added + ENVIRONMENTS_A_SECOND);
    return Math.min(wanted, environments / seconds);
  });
};
