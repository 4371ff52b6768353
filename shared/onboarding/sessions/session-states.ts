/** The statuses of an embed session (interface: Embed session status). */
export const SESSION_STATUSES = ['in_progress', 'submitted'] as const;

/** A status of an embed session. */
export type SessionStatus = (typeof SESSION_STATUSES)[number];

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
} as const satisfies Record<string, SessionTransition>;

/** What makes an embed session change its status. */
export type SessionTrigger = keyof typeof SESSION_TRANSITIONS;
