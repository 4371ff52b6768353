import type { DeliveryTrigger } from '#shared/webhooks/deliveries/records/attempt';
import type { StoredBreaker } from './breaker-store.ts';

/*
 * A host that never answered 2xx to an account may belong to somebody who wants nothing from us. So all registrations
 * of the account with that host share one small allowance, whatever they are sent (docs/decisions/0055).
 */

/** How many POSTs a host gets from an account until it answers one with 2xx. */
export const HOST_ALLOWANCE = {
  /** Initially: three deliveries with all their attempts. */
  posts: 15,
  /** Initially, for what its owner requests, so that a test is still sent when events have used the others. */
  postsForOwner: 20,
  /** One more POST each time this has passed. */
  everySeconds: 600,
} as const;

const EVERY_MS = HOST_ALLOWANCE.everySeconds * 1000;

/** Whether the owner requests the delivery right now. */
const isRequestedByOwner = (trigger: DeliveryTrigger): boolean => trigger === 'test' || trigger === 'resend';

/** The POSTs that a host may get now; any number once it has answered. */
export const allowanceAt = (
  { answeredAtMs, spentUntilMs = 0 }: Pick<StoredBreaker, 'answeredAtMs' | 'spentUntilMs'>,
  trigger: DeliveryTrigger,
  nowMs: number,
): number => {
  if (answeredAtMs !== undefined) return Number.POSITIVE_INFINITY;
  const most = isRequestedByOwner(trigger) ? HOST_ALLOWANCE.postsForOwner : HOST_ALLOWANCE.posts;
  return Math.max(0, Math.floor(most - Math.max(0, spentUntilMs - nowMs) / EVERY_MS));
};

/** The time until which the allowance is used after one more POST. */
export const spentAfter = ({ spentUntilMs = 0 }: Pick<StoredBreaker, 'spentUntilMs'>, nowMs: number): number =>
  Math.max(spentUntilMs, nowMs) + EVERY_MS;
