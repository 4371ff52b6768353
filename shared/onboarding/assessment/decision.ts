import type { ApplicantStatus } from '#shared/onboarding/applicants/applicant-states';
import type { RiskConfig } from '#shared/onboarding/widgets/widget-config';
import type { Rehearsal } from '#shared/sources/rehearsal';
import { type CheckReason, type DecisionReason, HIT_REASONS, type HitReason } from '#shared/verification/check-reasons';
import { isPending, type ModuleStatus } from './scoring.ts';

/** The possible outcomes of an assessment. */
export type AssessmentOutcome = Extract<
  ApplicantStatus,
  'approved' | 'rejected' | 'requires_review' | 'resubmission_requested'
>;

/**
 * An outcome and its reason. @property reason a short list of reason codes, the decisive ones first, separated by
 * commas.
 */
export interface Decision {
  readonly outcome: AssessmentOutcome;
  readonly reason: string;
}

/** The input of a decision. */
export interface DecisionInput {
  readonly results: readonly { readonly status: ModuleStatus; readonly reasonCodes: readonly CheckReason[] }[];
  readonly riskScore: number | null;
  readonly risk: RiskConfig;
  readonly rehearsal: Rehearsal;
}

/** Maximum codes of a reason: it must be short, and each module's result has its own codes. */
const MAX_REASONS = 6;

const decision = (outcome: AssessmentOutcome, codes: readonly DecisionReason[]): Decision => ({
  outcome,
  reason: [...new Set(codes)].slice(0, MAX_REASONS).join(', '),
});

const codesOf = (results: DecisionInput['results'], ...statuses: ModuleStatus[]): CheckReason[] =>
  results.filter(({ status }) => statuses.includes(status)).flatMap(({ reasonCodes }) => reasonCodes);

/** The switch that sends a hit to review. */
const REVIEW_FLAGS: Readonly<Record<HitReason, keyof RiskConfig & `reviewOn${string}`>> = {
  sanctions_match: 'reviewOnSanctionsMatch',
  pep_match: 'reviewOnPepMatch',
  adverse_media_match: 'reviewOnAdverseMedia',
};

const hitsForReview = ({ results, risk, rehearsal }: DecisionInput): HitReason[] => {
  const found = results.flatMap(({ reasonCodes }) => reasonCodes);
  const codes: CheckReason[] = [...found, ...rehearsal.hits.map((topic) => HIT_REASONS[topic])];
  return (Object.keys(REVIEW_FLAGS) as HitReason[]).filter((hit) => risk[REVIEW_FLAGS[hit]] && codes.includes(hit));
};

const byScore = ({ results, riskScore, risk }: DecisionInput): Decision => {
  if (riskScore === null) return decision('requires_review', ['nothing_assessed']);
  const approves = riskScore <= risk.autoApproveThreshold;
  const rejects = riskScore >= risk.autoRejectThreshold;
  const codes = codesOf(results, 'failed', 'review');
  if (approves && rejects) return decision('requires_review', ['thresholds_overlap', ...codes]);
  if (rejects) return decision('rejected', ['score_rejects', ...codes]);
  if (approves) return decision('approved', codes.length > 0 ? ['score_approves', ...codes] : ['all_checks_passed']);
  return decision('requires_review', ['score_undecided', ...codes]);
};

/**
 * Decides on an applicant (interface: Applicant status). The first rule that applies wins:
 *
 * 1. a rehearsed resubmission;
 * 2. review, when any module has no verdict (as with a pending visit), so that nobody is rejected because of a source
 *    or a wallet;
 * 3. a rehearsed rejection or review;
 * 4. review, for a hit whose switch is on;
 * 5. the score against both thresholds, with review where both or neither apply.
 */
export const decide = (input: DecisionInput): Decision => {
  const { results, rehearsal } = input;
  if (rehearsal.outcome === 'resubmission_requested') return decision('resubmission_requested', ['sandbox_resubmit']);
  const missing = [...codesOf(results, 'unavailable'), ...codesOf(results.filter(isPending), 'review')];
  const hits = hitsForReview(input);
  if (missing.length > 0) return decision('requires_review', [...missing, ...hits]);
  if (rehearsal.isDown) return decision('requires_review', ['source_unavailable']);
  if (rehearsal.outcome === 'rejected') return decision('rejected', ['sandbox_reject', ...codesOf(results, 'failed')]);
  if (rehearsal.outcome === 'requires_review') {
    return decision('requires_review', ['sandbox_review', ...hits, ...codesOf(results, 'review')]);
  }
  return hits.length > 0 ? decision('requires_review', hits) : byScore(input);
};
