import type { ScreeningTopic } from '#shared/sources/ports';

/** The reasons for the outcome of a check, each with its meaning. Integrators may rely on the codes. */
export const CHECK_REASONS = {
  source_unavailable: 'The source was unavailable. Not charged.',
  insufficient_balance: 'The wallet balance did not cover the check, so it was not made. Not charged.',
  input_missing: 'The answers contain nothing that can be checked. Not charged.',
  address_unreachable: 'The address cannot be visited. Not charged.',
  registration_number_malformed: 'The value is not a valid registration number.',
  registration_not_found: 'The registry has no business with this number.',
  registration_number_mismatch: 'The number belongs to a different business.',
  business_inactive: 'The registry lists the business as inactive.',
  name_mismatch: 'The record is under a different name.',
  subject_mismatch: 'An answer differs from what the account stated about the business.',
  tin_malformed: 'The value is not a valid tax identification number.',
  tin_not_found: 'No taxpayer has this number.',
  account_number_malformed: 'The value is not a valid account number.',
  account_not_found: 'The bank has no account with this number.',
  nuban_check_digit: 'The check digit of the account number does not follow the standard. This is only a warning.',
  person_not_confirmed: 'At least one person could not be confirmed in the stated role.',
  person_mismatch: 'Details of at least one person differ from the record.',
  document_not_found: 'The issuer has no record of the document.',
  document_expired: 'The document has expired.',
  document_revoked: 'The issuer has revoked the document.',
  address_not_verified: 'The business was not found at the address.',
  address_pending: 'The visit to the address has not ended yet.',
  meter_malformed: 'The value is not a valid meter number.',
  meter_not_found: 'The distributor has no meter with this number.',
  profile_not_confirmed: 'None of the profiles could be linked to the business.',
  sanctions_match: 'A possible match on a sanctions list.',
  pep_match: 'A possible match with a politically exposed person.',
  adverse_media_match: 'A possible match in adverse media.',
} as const satisfies Record<string, string>;

/** A reason for the outcome of a check. */
export type CheckReason = keyof typeof CHECK_REASONS;

/** Further reasons for a decision, besides those of checks. */
export const DECISION_REASONS = {
  all_checks_passed: 'Every check passed.',
  score_approves: 'The risk score is at or below autoApproveThreshold.',
  score_rejects: 'The risk score is at or above autoRejectThreshold.',
  score_undecided: 'The risk score is between the two thresholds.',
  thresholds_overlap: 'The risk score is at or below autoApproveThreshold and at or above autoRejectThreshold.',
  nothing_assessed: 'No module was answered, so there is no risk score.',
  sandbox_reject: 'The sandbox name requests a rejection.',
  sandbox_review: 'The sandbox name requests a review.',
  sandbox_resubmit: 'The sandbox name requests a resubmission.',
} as const satisfies Record<string, string>;

/** Any code that a `decisionReason` may contain. */
export type DecisionReason = CheckReason | keyof typeof DECISION_REASONS;

/** The reason for a hit of each screening topic. */
export const HIT_REASONS = {
  sanctions: 'sanctions_match',
  pep: 'pep_match',
  adverse_media: 'adverse_media_match',
} as const satisfies Record<ScreeningTopic, CheckReason>;

/** A reason that stands for a screening hit. */
export type HitReason = (typeof HIT_REASONS)[ScreeningTopic];
