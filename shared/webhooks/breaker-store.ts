import * as v from 'valibot';
import { type Item, put } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import type { Table } from '#shared/db/operations';
import { unixSeconds } from '#shared/platform/clock';
import {
  admitAttempt,
  type BreakerAdmission,
  type BreakerState,
  breakerAfterAttempt,
  CLOSED_BREAKER,
} from './breaker.ts';

/** How long a state is kept that nothing happens to; the longest cool-down is minutes. */
const KEPT_SECONDS = 24 * 60 * 60;

const stateSchema = v.variant('status', [
  v.object({ status: v.literal('closed'), hung: v.array(v.object({ deliveryId: v.string(), atMs: v.number() })) }),
  v.object({ status: v.literal('open'), openings: v.number(), openedAtMs: v.number(), coolUntilMs: v.number() }),
  v.object({
    status: v.literal('half_open'),
    openings: v.number(),
    probeDeliveryId: v.string(),
    probeLeaseUntilMs: v.number(),
  }),
]);

const itemSchema = v.object({ state: stateSchema, version: v.number() });

/** The breaker of a registration as it was read. */
export interface StoredBreaker {
  readonly state: BreakerState;
  /** Counts the writes; 0 while nothing is stored. */
  readonly version: number;
}

/** The breaker that an item holds; a closed one when there is none. */
export const fromBreakerItem = (item: Item | undefined): StoredBreaker =>
  item ? v.parse(itemSchema, item) : { state: CLOSED_BREAKER, version: 0 };

/** Replaces a state unless another worker did first; answers the breaker that stands then. */
const replace = async (
  table: Table,
  registrationId: string,
  { version }: StoredBreaker,
  state: BreakerState,
  nowMs: number,
): Promise<{ readonly replaced: boolean; readonly stands: StoredBreaker }> => {
  const next = { state, version: version + 1 };
  const expiresAtSeconds = unixSeconds(nowMs) + KEPT_SECONDS;
  const result = await table.write(
    put(
      { ...keys.breaker(registrationId), ...next, expiresAtSeconds },
      version === 0 ? { pk: 'missing' } : { version: { equals: version } },
    ),
  );
  return result.written ? { replaced: true, stands: next } : { replaced: false, stands: fromBreakerItem(result.found) };
};

/** A delivery that asks, or that an attempt was made for. */
interface Asking {
  readonly registrationId: string;
  readonly deliveryId: string;
  readonly nowMs: number;
}

/** What the breaker said, and how it stands after that. */
export interface BreakerAnswer {
  readonly admission: Exclude<BreakerAdmission, { kind: 'probe' }>;
  readonly breaker: StoredBreaker;
}

/**
 * Asks the breaker of a registration whether a due delivery may be attempted, and takes the place of its probe where
 * that is what it says. Of workers that ask at once one is the probe; the others ask again and wait.
 */
export const askBreaker = async (
  table: Table,
  breaker: StoredBreaker,
  { registrationId, random, ...asking }: Asking & { readonly random: number },
): Promise<BreakerAnswer> => {
  const admission = admitAttempt(breaker.state, { ...asking, random });
  if (admission.kind !== 'probe') return { admission, breaker };
  const { replaced, stands } = await replace(table, registrationId, breaker, admission.state, asking.nowMs);
  return replaced
    ? { admission: { kind: 'attempt' }, breaker: stands }
    : askBreaker(table, stands, { registrationId, random, ...asking });
};

/**
 * Tells the breaker how an attempt ended, starting from what was read of it.
 *
 * @returns the status it changed to, or undefined when it stays what it was.
 */
export const tellBreaker = async (
  table: Table,
  breaker: StoredBreaker,
  { registrationId, hung, ...telling }: Asking & { readonly hung: boolean },
): Promise<BreakerState['status'] | undefined> => {
  const next = breakerAfterAttempt(breaker.state, { ...telling, hung });
  if (next === breaker.state) return undefined;
  const { replaced, stands } = await replace(table, registrationId, breaker, next, telling.nowMs);
  if (!replaced) return tellBreaker(table, stands, { registrationId, hung, ...telling });
  return next.status === breaker.state.status ? undefined : next.status;
};
