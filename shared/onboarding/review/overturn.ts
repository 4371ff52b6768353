import { recordAmong } from '#shared/db/latest';
import { itemsOfRefusals } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { applicantRecord } from '#shared/onboarding/applicants/applicant-repository';
import { APPLICANT_TRANSITIONS, type ApplicantStatus } from '#shared/onboarding/applicants/applicant-states';
import { guardNotErased } from '#shared/onboarding/applicants/erased';
import { illegalState } from '#shared/onboarding/applicants/illegal-state';
import { type Conclusion, conclude } from './conclude.ts';
import { changedMeanwhile } from './decide.ts';
import type { Overturn } from './review-bodies.ts';
import type { ReviewerEntry } from './reviewer-transition.ts';

const TRIGGERS = { approve: 'overturnedToApproved', reject: 'overturnedToRejected' } as const;

/** A request to overturn a decision, with the credential that makes it. */
export type Overturning = Overturn & Pick<ReviewerEntry, 'reviewedBy'>;

/** Whether the last change is the same overturn. */
const isSameOverturn = ({ status, timeline }: Applicant, { decision }: Overturning): boolean =>
  status === APPLICANT_TRANSITIONS[TRIGGERS[decision]].to && timeline.at(-1)?.overturns !== undefined;

/**
 * Overturns the decision on an applicant: approved becomes rejected, rejected approved.
 *
 * @returns undefined when the last change is the same overturn, so that nothing needs to change.
 * @throws ApiError ILLEGAL_STATE, which names the status or says that the applicant has changed since the reviewer saw
 * it.
 */
const overturn = (applicant: Applicant, overturning: Overturning, nowMs: number): Conclusion | undefined => {
  const { decision, reason, reviewedBy, updatedAt } = overturning;
  const trigger = TRIGGERS[decision];
  const from: readonly ApplicantStatus[] = APPLICANT_TRANSITIONS[trigger].from;
  if (isSameOverturn(applicant, overturning)) return undefined;
  if (!from.includes(applicant.status)) throw illegalState(applicant.status);
  guardNotErased(applicant);
  if (updatedAt !== undefined && updatedAt !== applicant.updatedAt) throw changedMeanwhile();
  return conclude(applicant, trigger, { reviewedBy, reason, overturns: applicant.decisionEventId }, nowMs);
};

/**
 * Overturns the decision on an applicant. Repeating the same overturn changes nothing, and of two at once only one is
 * made.
 *
 * @returns the applicant after the overturn.
 * @throws ApiError APPLICANT_NOT_FOUND; ILLEGAL_STATE.
 */
export const overturnDecision = async (
  table: Table,
  applicant: Applicant | undefined,
  overturning: Overturning,
  nowMs: number,
): Promise<Applicant> => {
  if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
  const conclusion = overturn(applicant, overturning, nowMs);
  if (!conclusion) return applicant;
  const result = await table.transact(conclusion.operations);
  if (result.written) return conclusion.applicant;
  const current = recordAmong(applicantRecord(applicant.id), itemsOfRefusals(result.refusals));
  if (!current) throw new Error('An overturn was refused although its applicant can be overturned');
  if (overturn(current, overturning, nowMs)) throw changedMeanwhile();
  return current;
};
