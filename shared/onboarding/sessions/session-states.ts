/** The statuses of an embed session. The API shows those of {@link SHOWN_SESSION_STATUSES}. */
export const SESSION_STATUSES = ['in_progress', 'submitted', 'abandoned', 'expired'] as const;

/** A status of an embed session. */
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** The statuses that the API shows (interface: Embed session status). */
export const SHOWN_SESSION_STATUSES = ['in_progress', 'submitted'] as const;

/**
 * The status of a session as the API shows it: one that was abandoned can be resumed, or is refused. Its applicant's
 * status tells the account more.
 */
export const shownSessionStatus = (status: SessionStatus): (typeof SHOWN_SESSION_STATUSES)[number] =>
  status === 'submitted' ? 'submitted' : 'in_progress';

/** A change of status: the statuses it may come from, and the one it leads to. */
export interface SessionTransition {
  readonly from: readonly SessionStatus[];
  readonly to: SessionStatus;
}

/**
 * Every change of an embed session after it was opened as `in_progress`, by its trigger. A write that makes one names
 * its `from` in its condition.
 */
export const SESSION_TRANSITIONS = {
  save: { from: ['in_progress'], to: 'in_progress' },
  submit: { from: ['in_progress'], to: 'submitted' },
  /** The applicant has to resubmit. */
  reopen: { from: ['submitted'], to: 'in_progress' },
  /** Its time starts anew. */
  renew: { from: ['in_progress'], to: 'in_progress' },
  /** The applicant gives up. */
  abandon: { from: ['in_progress'], to: 'abandoned' },
  /** It is opened or saved again after that. */
  resume: { from: ['abandoned'], to: 'in_progress' },
  /** Its applicant was without activity for 30 days. */
  expire: { from: ['in_progress', 'abandoned'], to: 'expired' },
  /** What is known of its applicant is erased. */
  erase: { from: SESSION_STATUSES, to: 'expired' },
} as const satisfies Record<string, SessionTransition>;

/** What makes an embed session change its status. */
export type SessionTrigger = keyof typeof SESSION_TRANSITIONS;
