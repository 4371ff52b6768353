import { update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import type { DeliveryTrigger } from '#shared/webhooks/deliveries/records/attempt';
import { BREAKER_POLICY } from './breaker.ts';
import { fromBreakerItem, keptFrom, type StoredBreaker } from './breaker-store.ts';
import { allowanceAt, spentAfter } from './host-allowance.ts';
import { acquirePermit, type Passed, type PermitRequest, type Room, roomOf } from './permits.ts';

/*
 * A host that several registrations of an account share is protected as one, and kept from taking all senders: the
 * registrations share its breaker. While the host answers, it costs nothing and limits nothing (docs/decisions/0055).
 */

/** How long a host counts as answering after its last noted 2xx, and how often one is noted. */
const NOTED_AGAIN_MS = 24 * 60 * 60_000;

/** Maximum tries for an allowance while others take theirs. A delivery without one by then is parked. */
const MAX_TRIES = 8;

/** A delivery's request to be sent to a host. */
export interface HostRequest extends PermitRequest {
  readonly trigger: DeliveryTrigger;
}

/** Whether a host responds, and fast. Then each of its registrations needs only its own permits. */
const isFree = ({ state }: StoredBreaker): boolean =>
  state.status === 'closed' && state.concurrency >= BREAKER_POLICY.maxConcurrency;

/** The room at a host: any number of deliveries while it answers fast. */
export const hostRoom = (host: StoredBreaker, nowMs: number): Room => {
  const { count, atMs } = isFree(host) ? { count: Number.POSITIVE_INFINITY, atMs: nowMs } : roomOf(host, nowMs);
  return { count: Math.min(count, allowanceAt(host, 'scheduled', nowMs)), atMs };
};

/** Takes one POST from the allowance of a host that never answered; undefined when none is left. */
const spend = async (table: Table, host: StoredBreaker, request: HostRequest): Promise<StoredBreaker | undefined> => {
  const { ownerId } = host;
  const { trigger, nowMs } = request;
  let current = host;
  for (let tries = 0; tries < MAX_TRIES && allowanceAt(current, trigger, nowMs) > 0; tries++) {
    const { answeredAtMs, spentUntilMs } = current;
    if (answeredAtMs !== undefined) return current;
    const result = await table.write(
      update(deliveryKeys.breaker(ownerId), {
        set: { spentUntilMs: spentAfter(current, nowMs), ...keptFrom(nowMs) },
        when: {
          answeredAtMs: 'missing',
          spentUntilMs: spentUntilMs === undefined ? 'missing' : { equals: spentUntilMs },
        },
      }),
    );
    current = fromBreakerItem(ownerId, result.written ? result.item : result.found);
    if (result.written) return current;
  }
  return undefined;
};

/**
 * Requests the host's admission of one more delivery, starting from what was read of its breaker.
 *
 * @returns undefined when it may get none now.
 */
export const enterHost = async (
  table: Table,
  host: StoredBreaker,
  request: HostRequest,
): Promise<Passed | undefined> => {
  if (allowanceAt(host, request.trigger, request.nowMs) === 0) return undefined;
  const entered = isFree(host) ? { permit: undefined, breaker: host } : await acquirePermit(table, host, request);
  if (!entered.permit && !isFree(host)) return undefined;
  const breaker = await spend(table, entered.breaker, request);
  // A permit that is left behind becomes free at the end of its lease.
  return breaker && { breaker, permit: entered.permit };
};

/** Notes, once a day, that a host answered 2xx: from now on it needs no allowance. Returns its breaker after that. */
export const recordHostAnswer = async (table: Table, host: StoredBreaker, nowMs: number): Promise<StoredBreaker> => {
  const { ownerId, answeredAtMs } = host;
  if (answeredAtMs !== undefined && nowMs - answeredAtMs < NOTED_AGAIN_MS) return host;
  const result = await table.write(
    update(deliveryKeys.breaker(ownerId), {
      set: { answeredAtMs: nowMs, ...keptFrom(nowMs) },
      remove: ['spentUntilMs'],
      when: { answeredAtMs: answeredAtMs === undefined ? 'missing' : { equals: answeredAtMs } },
    }),
  );
  return fromBreakerItem(ownerId, result.written ? result.item : result.found);
};
