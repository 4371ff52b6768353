import { CONTRACTS } from '#functions/api/contracts';
import { ACTIVITIES, type Activity } from '#tests/bench/bill/usage';

/** Who calls, and how unevenly. */
export interface Customers {
  readonly count: number;
  /** The largest one's share of all calls; the n-th of the others has 1/n of what the first of them has. */
  readonly largestShare: number;
  /** From how many addresses the servers of the largest call; those of the others have one each. */
  readonly largestAddresses: number;
  /** The largest imports in bursts: for so many seconds of each minute it calls so many times its average rate. */
  readonly burst: { readonly seconds: number; readonly times: number };
}

/** A mix of what customers do. */
export interface Mix {
  readonly name: string;
  /** How often each activity happens, relative to the others. */
  readonly activities: Readonly<Partial<Record<Activity, number>>>;
  readonly customers: Customers;
}

/** The calls that the servers of customers make. Every other call comes from a person's own address. */
export const FROM_SERVERS: ReadonlySet<string> = new Set(['create-applicant', 'verify-cac', 'read-applicant']);

/**
 * The mix of the page: a platform onboards vendors, who answer on the hosted page; its staff read lists and records;
 * some businesses are checked without an applicant, and some are watched.
 */
export const ONBOARDING: Mix = {
  name: 'platforms that onboard vendors',
  activities: { applicants: 6, reads: 40, signIns: 1, directChecks: 4, watchedVendors: 1, chatMessages: 0.2 },
  customers: { count: 200, largestShare: 0.2, largestAddresses: 4, burst: { seconds: 10, times: 4 } },
};

const ENDPOINTS: ReadonlySet<string> = new Set(CONTRACTS.map(({ name }) => name));

/** The endpoint after whose call the rest of an activity happens behind the API. */
const FOLLOWED: Readonly<Partial<Record<Activity, string>>> = {
  newAccounts: 'sign-up',
  applicants: 'submit-session',
  directChecks: 'verify-cac',
};

/** What a mix does, each call of the API alone. */
export interface Shares {
  /** Of all calls, by endpoint. */
  readonly calls: ReadonlyMap<string, number>;
  /** Runs of consumers that follow a call, by endpoint and consumer. */
  readonly after: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Runs of consumers that no call causes, for each call. */
  readonly alone: ReadonlyMap<string, number>;
}

type Counts = ReadonlyMap<string, number>;

/** Adds up counts by name, each times a factor. */
const added = (parts: readonly (readonly [counts: Counts, times: number])[]): Counts => {
  const sums = new Map<string, number>();
  for (const [counts, times] of parts)
    for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count * times);
  return sums;
};

/** The runs of an activity: calls of the API, or what is behind it. */
const runsOf = (activity: string, areCalls: boolean): Counts =>
  new Map(Object.entries(ACTIVITIES[activity as Activity]).filter(([name]) => ENDPOINTS.has(name) === areCalls));

/** Divides a mix into calls, and what follows from them. */
export const sharesOf = ({ activities }: Mix): Shares => {
  const counted = Object.entries(activities);
  const calls = added(counted.map(([activity, times]) => [runsOf(activity, true), times]));
  const total = [...calls.values()].reduce((sum, one) => sum + one, 0);
  const followed = counted.flatMap(([activity]) => {
    const endpoint = FOLLOWED[activity as Activity];
    return endpoint === undefined ? [] : [[endpoint, runsOf(activity, false)] as const];
  });
  const others = counted.filter(([activity]) => FOLLOWED[activity as Activity] === undefined);
  return {
    calls: added([[calls, 1 / total]]),
    after: new Map(followed),
    alone: added(others.map(([activity, times]) => [runsOf(activity, false), times / total])),
  };
};

/** The shares of the customers, the largest first. */
export const customerShares = ({ count, largestShare }: Customers): readonly number[] => {
  const others = Array.from({ length: count - 1 }, (_, index) => 1 / (index + 1));
  const total = others.reduce((sum, one) => sum + one, 0);
  return [largestShare, ...others.map((one) => ((1 - largestShare) * one) / total)];
};
