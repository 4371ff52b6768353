import { type Condition, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { shardOf } from '#shared/db/shard';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { BREAKER_POLICY, concurrencyAt } from './breaker.ts';
import { fromBreakerItem, keptFrom, permitAttribute, type StoredBreaker } from './breaker-store.ts';

/*
 * The attempts of a registration or a host in progress are counted by its permits: numbered leases on the item of its
 * breaker. One conditional write takes a permit, and another gives it back. If a worker dies, its permit becomes free
 * at the end of the lease.
 */

/** Maximum tries for a permit while others take theirs. A delivery without one by then is parked. */
const MAX_TRIES = 8;

/** The right to have one attempt in progress. */
export interface Permit {
  readonly number: number;
  /** When its lease ends. It also identifies the owner, because no two leases on a permit end at the same time. */
  readonly leaseUntilMs: number;
}

/** A breaker that admitted an attempt, as it was then. */
export interface Passed {
  readonly breaker: StoredBreaker;
  /** Undefined for a host that answers fast, which needs no permit. */
  readonly permit: Permit | undefined;
}

/** A request for a permit, and its duration. */
export interface PermitRequest {
  readonly deliveryId: string;
  readonly nowMs: number;
  readonly leaseMs: number;
}

/** The permits of a breaker that may be taken. */
const freePermits = ({ state, permits }: StoredBreaker, nowMs: number): readonly number[] =>
  Array.from({ length: concurrencyAt(state, nowMs) }, (_, number) => number).filter(
    (number) => (permits[number] ?? 0) <= nowMs,
  );

/** How many deliveries may follow, and when they may be claimed. */
export interface Room {
  readonly count: number;
  readonly atMs: number;
}

/**
 * The room of a breaker, not counting the deliveries in progress; while it cools down, its room for probes afterwards.
 */
export const roomOf = (breaker: StoredBreaker, nowMs: number): Room => {
  const { state } = breaker;
  return state.status === 'open' && nowMs < state.coolUntilMs
    ? { count: BREAKER_POLICY.probes, atMs: state.coolUntilMs }
    : { count: freePermits(breaker, nowMs).length, atMs: nowMs };
};

/**
 * The condition that the breaker still allows the permit: the concurrency may have dropped, or another probe may have
 * ended.
 */
const stillAllowed = ({ state, version }: StoredBreaker, number: number): Condition =>
  state.status === 'closed'
    ? { concurrency: { missingOr: { atLeast: number + 1 } } }
    : { version: { equals: version } };

/** Chooses a free permit for a delivery, so that concurrent deliveries tend to choose different ones. */
const choose = (free: readonly number[], deliveryId: string): number | undefined =>
  free[shardOf(deliveryId, free.length)];

/**
 * Takes a permit, starting from what was read of the breaker.
 *
 * @returns the permit, or undefined when the breaker allows no attempt or no further one; and the breaker's current
 * state.
 */
export const acquirePermit = async (
  table: Table,
  breaker: StoredBreaker,
  { deliveryId, nowMs, leaseMs }: PermitRequest,
): Promise<Passed> => {
  const { ownerId } = breaker;
  const leaseUntilMs = nowMs + leaseMs;
  let current = breaker;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const number = choose(freePermits(current, nowMs), deliveryId);
    if (number === undefined) break;
    const attribute = permitAttribute(number);
    const result = await table.write(
      update(deliveryKeys.breaker(ownerId), {
        set: { [attribute]: leaseUntilMs, ...keptFrom(nowMs) },
        when: { [attribute]: { missingOr: { atMost: nowMs } }, ...stillAllowed(current, number) },
      }),
    );
    current = fromBreakerItem(ownerId, result.written ? result.item : result.found);
    if (result.written) return { permit: { number, leaseUntilMs }, breaker: current };
  }
  return { permit: undefined, breaker: current };
};

/**
 * Releases a permit, unless its lease ran out and another worker has it.
 *
 * @param delivered whether the attempt delivered, for the streak of failures.
 * @returns the breaker after that.
 */
export const releasePermit = async (
  table: Table,
  ownerId: string,
  { number, leaseUntilMs }: Permit,
  { nowMs, delivered }: { readonly nowMs: number; readonly delivered: boolean },
): Promise<StoredBreaker> => {
  const attribute = permitAttribute(number);
  const result = await table.write(
    update(deliveryKeys.breaker(ownerId), {
      set: { ...(delivered && { deliveredAtMs: nowMs }), ...keptFrom(nowMs) },
      remove: [attribute],
      when: { [attribute]: { equals: leaseUntilMs } },
    }),
  );
  return fromBreakerItem(ownerId, result.written ? result.item : result.found);
};
