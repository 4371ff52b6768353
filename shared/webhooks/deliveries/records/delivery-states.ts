/** Every status of a delivery. */
export const DELIVERY_STATUSES = ['pending', 'delivering', 'retrying', 'delivered', 'failed', 'skipped'] as const;

/** A delivery's status. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

interface Transition {
  readonly from: readonly DeliveryStatus[];
  readonly to: DeliveryStatus;
}

/**
 * The delivery state machine. A new delivery is `pending`. Each change names the statuses that it may start from. The
 * write requires one of them in its condition, so that a repeated or late message changes nothing.
 */
export const DELIVERY_TRANSITIONS = {
  /** A worker takes a due delivery under a lease. */
  claim: { from: ['pending', 'retrying'], to: 'delivering' },
  /** A worker takes over from one whose lease ran out. */
  reclaim: { from: ['delivering'], to: 'delivering' },
  /** A worker returns a delivery that has not been attempted: it may not be attempted now, or we cannot. */
  postpone: { from: ['delivering'], to: 'pending' },
  /** The same for a delivery that was attempted before. */
  postpone_retry: { from: ['delivering'], to: 'retrying' },
  /** An attempt succeeded. */
  succeed: { from: ['delivering'], to: 'delivered' },
  /** An attempt failed and another is due. */
  retry: { from: ['delivering'], to: 'retrying' },
  /** The last attempt failed. */
  fail: { from: ['delivering'], to: 'failed' },
  /** The registration is deleted or inactive. */
  skip: { from: ['pending', 'retrying', 'delivering'], to: 'skipped' },
  /** Its owner sends an ended delivery again. */
  resend: { from: ['delivered', 'failed', 'skipped'], to: 'pending' },
  /** An operator recovers a delivery that was given up because of our own faults. */
  recover: { from: ['failed'], to: 'pending' },
  /** The same for a delivery that was attempted before. */
  recover_retry: { from: ['failed'], to: 'retrying' },
} as const satisfies Record<string, Transition>;

/** A change of a delivery's status. */
export type DeliveryTransition = keyof typeof DELIVERY_TRANSITIONS;

/** The status that a change leads to; undefined when it may not be made from the given status. */
export const nextDeliveryStatus = (status: DeliveryStatus, change: DeliveryTransition): DeliveryStatus | undefined => {
  const { from, to }: Transition = DELIVERY_TRANSITIONS[change];
  return from.includes(status) ? to : undefined;
};

/** Statuses in which a delivery has ended, until it is sent again. */
export const ENDED_DELIVERY_STATUSES = DELIVERY_TRANSITIONS.resend.from;

/** Statuses in which a delivery waits or is in progress, and which a sweep must watch. */
export const OPEN_DELIVERY_STATUSES = DELIVERY_TRANSITIONS.skip.from;
