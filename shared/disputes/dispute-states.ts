/** Every status of a dispute (interface: Dispute status). */
export const DISPUTE_STATUSES = ['pending', 'under_review', 'upheld', 'rejected'] as const;

/** A status of a dispute. */
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** The statuses that a reviewer can set. */
export const REVIEWED_STATUSES = ['under_review', 'upheld', 'rejected'] as const satisfies readonly DisputeStatus[];

/** A status that a reviewer can set. */
export type ReviewedStatus = (typeof REVIEWED_STATUSES)[number];

/** The state machine: for each status, the statuses that it can follow. A new dispute is `pending`. */
export const DISPUTE_TRANSITIONS: Readonly<Record<ReviewedStatus, readonly DisputeStatus[]>> = {
  under_review: ['pending'],
  upheld: ['pending', 'under_review'],
  rejected: ['pending', 'under_review'],
};

/** Whether a status is final: no other can follow it. */
export const isFinal = (status: DisputeStatus): boolean =>
  Object.values(DISPUTE_TRANSITIONS).every((from) => !from.includes(status));
