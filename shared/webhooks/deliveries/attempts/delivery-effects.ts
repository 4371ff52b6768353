import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { ReadVault } from '#shared/platform/vault';
import type { AttemptOutcome } from '#shared/webhooks/deliveries/records/attempt-outcome';
import type { SendDelivery } from '#shared/webhooks/deliveries/records/delivery-queue';
import type { SignedPost } from './post.ts';

/**
 * What follows from work on a delivery, once that is recorded. Its failure reverts nothing: the message is retried, or
 * a sweep makes up for it.
 */
export type FollowUp = () => Promise<unknown>;

/** Nothing follows. */
export const NOTHING_FOLLOWS: FollowUp = async () => {};

/** The effects of delivering, passed in so that tests control time, randomness and faults. */
export interface DeliveryEffects {
  readonly table: Table;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly wait: (delayMs: number) => Promise<unknown>;
  readonly vault: ReadVault;
  readonly post: (post: SignedPost) => Promise<AttemptOutcome>;
  readonly send: SendDelivery;
  readonly log: Logger;
  readonly metrics: Metrics;
}
