/** Every status of an address verification (interface: Address verification status). */
export const ADDRESS_STATUSES = ['pending', 'completed', 'failed'] as const;

/** A status of an address verification. */
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

interface Transition {
  readonly from: readonly AddressStatus[];
  readonly to: AddressStatus;
}

/**
 * The state machine. A new verification is `pending`. The write of each change requires one of its `from` statuses, so
 * that only one of a callback and a failed booking at the same time takes effect.
 */
export const ADDRESS_TRANSITIONS = {
  /** Another attempt to book the visit failed, because the source is unavailable. */
  postpone: { from: ['pending'], to: 'pending' },
  /** The source has accepted the visit. */
  book: { from: ['pending'], to: 'pending' },
  /** The visit took place. */
  complete: { from: ['pending'], to: 'completed' },
  /** The visit is not possible, and its charge is refunded. */
  fail: { from: ['pending'], to: 'failed' },
} as const satisfies Record<string, Transition>;
