/** The statuses of an embed session. The API shows those of {@link SHOWN_SESSION_STATUSES}. */
export const SESSION_STATUSES = ['in_progress', 'submitted', 'abandoned', 'expired'] as const;

/** A status of an embed session. */
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** The statuses that the API shows (interface: Embed session status). */
export const SHOWN_SESSION_STATUSES = ['in_progress', 'submitted'] as const;

/**
 * The status of a session as the API shows it. An abandoned session can be resumed, or its calls are refused; its
 * applicant's status has the details.
 */
export const shownSessionStatus = (status: SessionStatus): (typeof SHOWN_SESSION_STATUSES)[number] =>
  status === 'submitted' ? 'submitted' : 'in_progress';

/** A change of status: the statuses it starts from and the one it leads to. */
export interface SessionTransition {
  readonly from: readonly SessionStatus[];
  readonly to: SessionStatus;
}

/**
 * Every change of an embed session after it was opened as `in_progress`, by its trigger. The write that makes a change
 * requires one of its `from` statuses.
 */
export const SESSION_TRANSITIONS = {
  save: { from: ['in_progress'], to: 'in_progress' },
  submit: { from: ['in_progress'], to: 'submitted' },
  /** The applicant has to resubmit. */
  reopen: { from: ['submitted'], to: 'in_progress' },
  /** Its time is renewed. */
  renew: { from: ['in_progress'], to: 'in_progress' },
  /** The applicant leaves. */
  abandon: { from: ['in_progress'], to: 'abandoned' },
  /** It is opened or saved after that. */
  resume: { from: ['abandoned'], to: 'in_progress' },
  /** Its applicant was without activity for 30 days. */
  expire: { from: ['in_progress', 'abandoned'], to: 'expired' },
  /** Its applicant is erased. */
  erase: { from: SESSION_STATUSES, to: 'expired' },
} as const satisfies Record<string, SessionTransition>;

/** A trigger of a change of status. */
export type SessionTrigger = keyof typeof SESSION_TRANSITIONS;
