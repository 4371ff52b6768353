import * as v from 'valibot';
import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader, Table } from '#shared/db/operations';
import { unixSeconds } from '#shared/platform/clock';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import {
  BREAKER_POLICY,
  type BreakerState,
  breakerAfterAttempt,
  CLOSED_BREAKER,
  concurrencyAt,
  type EndedAttempt,
} from './breaker.ts';

/** How long the item is kept after its last change: longer than any streak of failures that depends on it. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

const stateSchema = v.variant('status', [
  v.object({
    status: v.literal('closed'),
    concurrency: v.number(),
    hung: v.array(v.object({ deliveryId: v.string(), atMs: v.number() })),
  }),
  v.object({ status: v.literal('open'), openings: v.number(), openedAtMs: v.number(), coolUntilMs: v.number() }),
]);

const itemSchema = v.object({
  state: v.optional(stateSchema, CLOSED_BREAKER),
  /** Counts the changes of the state; 0 while none is stored. */
  version: v.optional(v.number(), 0),
  /** When a delivery was last about to be parked; missing when none waits. */
  lastParkedAtMs: v.optional(v.number()),
  /** When the first delivery failed that no successful one has followed. */
  failingSinceMs: v.optional(v.number()),
  /** When a delivery was last delivered. */
  deliveredAtMs: v.optional(v.number()),
  /** For a host: when it last answered 2xx, to the day; missing if it never did. */
  answeredAtMs: v.optional(v.number()),
  /** For a host that never answered: when its used allowance is restored (see `host-allowance.ts`). */
  spentUntilMs: v.optional(v.number()),
});

/**
 * The breaker of a registration, or of a host of an account, with the other state that deliveries share, as it was
 * read.
 */
export interface StoredBreaker extends v.InferOutput<typeof itemSchema> {
  /** The id of the registration or host that it belongs to. */
  readonly ownerId: string;
  /**
   * Until when each of the numbered permits is taken, in milliseconds since the epoch. Undefined or in the past if it
   * is free.
   */
  readonly permits: readonly (number | undefined)[];
}

/** The attribute of a permit's lease. */
export const permitAttribute = (permit: number): string => `permit${permit}`;

/** The breaker that an item holds; a closed one when there is none. */
export const fromBreakerItem = (ownerId: string, item: Item | undefined): StoredBreaker => ({
  ...v.parse(itemSchema, item ?? {}),
  ownerId,
  permits: Array.from({ length: BREAKER_POLICY.maxConcurrency }, (_, permit) =>
    v.parse(v.optional(v.number()), item?.[permitAttribute(permit)]),
  ),
});

/** The expiry attribute of an item that is written now. */
export const keptFrom = (nowMs: number) => ({ expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS });

/** A breaker, strongly consistent. */
export const readBreaker = async (table: Pick<ItemReader, 'get'>, ownerId: string): Promise<StoredBreaker> =>
  fromBreakerItem(ownerId, await table.get(deliveryKeys.breaker(ownerId)));

const stateWrite = ({ ownerId, version }: StoredBreaker, state: BreakerState, nowMs: number): WriteOperation =>
  update(deliveryKeys.breaker(ownerId), {
    set: {
      state,
      version: version + 1,
      // Stored beside the state, so that the condition of a write can refer to it.
      concurrency: state.status === 'closed' ? state.concurrency : 0,
      ...keptFrom(nowMs),
    },
    when: version === 0 ? { version: 'missing' } : { version: { equals: version } },
  });

/** A breaker after an attempt, and whether the attempt opened it or closed it again. */
export interface UpdatedBreaker {
  readonly breaker: StoredBreaker;
  readonly changedTo?: BreakerState['status'];
}

/** Updates the breaker with the outcome of an attempt, starting from what was read of it. */
export const updateBreaker = async (
  table: Table,
  breaker: StoredBreaker,
  ended: EndedAttempt,
): Promise<UpdatedBreaker> => {
  const state = breakerAfterAttempt(breaker.state, ended);
  if (state === breaker.state) return { breaker };
  const result = await table.write(stateWrite(breaker, state, ended.nowMs));
  if (!result.written) return updateBreaker(table, fromBreakerItem(breaker.ownerId, result.found), ended);
  return {
    breaker: fromBreakerItem(breaker.ownerId, result.item),
    // A probe that hangs opens it again.
    ...((state.status === 'open' || breaker.state.status === 'open') && { changedTo: state.status }),
  };
};

/** The write that closes a breaker and ends its streak, for an endpoint that is changed or reactivated. */
export const breakerResetWrite = (ownerId: string, nowMs: number): WriteOperation =>
  update(deliveryKeys.breaker(ownerId), {
    set: { state: CLOSED_BREAKER, concurrency: concurrencyAt(CLOSED_BREAKER, nowMs), ...keptFrom(nowMs) },
    add: { version: 1 },
    remove: ['failingSinceMs'],
    when: {},
  });
