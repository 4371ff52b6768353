/** Every status of an applicant, in the usual order (interface: Applicant status). */
export const APPLICANT_STATUSES = [
  'created',
  'in_progress',
  'submitted',
  'processing',
  'approved',
  'rejected',
  'requires_review',
  'resubmission_requested',
  'expired',
  'abandoned',
] as const;

/** A status of an applicant. */
export type ApplicantStatus = (typeof APPLICANT_STATUSES)[number];

/** A change of status: the statuses it starts from and the one it leads to. */
export interface ApplicantTransition {
  readonly from: readonly ApplicantStatus[];
  readonly to: ApplicantStatus;
}

/**
 * Every change of an applicant's status, by its trigger. The write that makes a change requires one of its `from`
 * statuses.
 *
 * Saving an answer does not change the status of an applicant that has to resubmit; only the next submission does.
 */
export const APPLICANT_TRANSITIONS = {
  /** The first answers are saved. */
  start: { from: ['created'], to: 'in_progress' },
  submit: { from: ['created', 'in_progress', 'resubmission_requested'], to: 'submitted' },
  /** The applicant leaves. */
  abandon: { from: ['created', 'in_progress', 'resubmission_requested'], to: 'abandoned' },
  /** An abandoned session is opened or saved again. */
  resume: { from: ['abandoned'], to: 'in_progress' },
  beginAssessment: { from: ['submitted'], to: 'processing' },
  assessedApproved: { from: ['processing'], to: 'approved' },
  assessedRejected: { from: ['processing'], to: 'rejected' },
  assessedForReview: { from: ['processing'], to: 'requires_review' },
  /** Only the sandbox requests a resubmission. */
  assessedForResubmission: { from: ['processing'], to: 'resubmission_requested' },
  /** Nothing has happened for 30 days. */
  expire: { from: ['created', 'in_progress', 'resubmission_requested', 'abandoned'], to: 'expired' },
  /** A reviewer decides. */
  reviewApproved: { from: ['requires_review'], to: 'approved' },
  reviewRejected: { from: ['requires_review'], to: 'rejected' },
  reviewForResubmission: { from: ['requires_review'], to: 'resubmission_requested' },
  /** A reviewer overturns a decision. */
  overturnedToApproved: { from: ['rejected'], to: 'approved' },
  overturnedToRejected: { from: ['approved'], to: 'rejected' },
  /** A visit has ended, so the applicant is decided again. */
  visitApproved: { from: ['requires_review'], to: 'approved' },
  visitRejected: { from: ['requires_review'], to: 'rejected' },
  /** A reviewer requests another assessment. */
  reassess: { from: ['requires_review'], to: 'processing' },
} as const satisfies Record<string, ApplicantTransition>;

/** A trigger of a change of status. */
export type ApplicantTrigger = keyof typeof APPLICANT_TRANSITIONS;

/** The statuses that set the reason of a decision. */
export const DECIDING_STATUSES = [
  'approved',
  'rejected',
  'requires_review',
  'resubmission_requested',
] as const satisfies readonly ApplicantStatus[];
