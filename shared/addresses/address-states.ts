/** Every status of an address verification (interface: Address verification status). */
export const ADDRESS_STATUSES = ['pending', 'completed', 'failed'] as const;

/** A status of an address verification. */
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

interface Transition {
  readonly from: readonly AddressStatus[];
  readonly to: AddressStatus;
}

/**
 * The state machine. A new verification is `pending`; each change names the statuses it may come from, which its write
 * puts into the condition: of a callback and a failed booking at the same moment one takes effect.
 */
export const ADDRESS_TRANSITIONS = {
  /** The source was asked once more for the visit, and could not be reached. */
  postpone: { from: ['pending'], to: 'pending' },
  /** The source has accepted the visit. */
  book: { from: ['pending'], to: 'pending' },
  /** The visit took place. */
  complete: { from: ['pending'], to: 'completed' },
  /** The visit is not possible; what it cost is refunded. */
  fail: { from: ['pending'], to: 'failed' },
} as const satisfies Record<string, Transition>;
