import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { type ApplicantStatus, DECIDING_STATUSES } from '#shared/onboarding/applicants/applicant-states';
import { EVENT_REASON } from '#shared/onboarding/review/conclude';
import { mayHaveGaps } from './erased-spans.ts';

/** The fields of an applicant that an erasure sets. */
export type ErasedFields = Pick<
  Applicant,
  'subject' | 'referenceId' | 'decisionReason' | 'modules' | 'tags' | 'timeline' | 'registeredName' | 'screenedDigest'
>;

const gaveReason = (status: ApplicantStatus): boolean => DECIDING_STATUSES.some((one) => one === status);

/**
 * Whether the reason of the decision is codes of ours for certain: an assessment wrote it. What a reviewer wrote may name
 * people, and a timeline that has lost entries does not tell.
 */
const isInCodes = ({ timeline }: Applicant): boolean =>
  !mayHaveGaps(timeline) && timeline.findLast(({ status }) => gaveReason(status))?.by === 'service';

/**
 * An applicant without what is known of it: what its account stated, what its checks found, and what reviewers wrote. The
 * decision stays with its codes, the verdict and the charge of each module, and when it had which status.
 */
export const erasedFields = (applicant: Applicant): ErasedFields => {
  const { decisionReason, modules, timeline } = applicant;
  return {
    subject: {},
    referenceId: null,
    decisionReason: decisionReason === null || isInCodes(applicant) ? decisionReason : EVENT_REASON,
    modules: modules.map(({ people: _, ...result }) => result),
    timeline: timeline.map(({ reason: _, ...entry }) => entry),
    tags: [],
    registeredName: null,
    screenedDigest: null,
  };
};
