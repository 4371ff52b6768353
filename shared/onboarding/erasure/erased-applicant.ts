import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { type ApplicantStatus, DECIDING_STATUSES } from '#shared/onboarding/applicants/applicant-states';
import { EVENT_REASON } from '#shared/onboarding/review/conclude';
import { mayHaveGaps } from './erased-spans.ts';

/** The fields of an applicant that an erasure sets. */
export type ErasedFields = Pick<
  Applicant,
  'subject' | 'referenceId' | 'decisionReason' | 'modules' | 'tags' | 'timeline' | 'registeredName' | 'screenedDigest'
>;

const setsReason = (status: ApplicantStatus): boolean => DECIDING_STATUSES.some((one) => one === status);

/**
 * Whether the reason of the decision certainly consists of reason codes, because an assessment wrote it. A reviewer's
 * reason may name people. A timeline that has lost entries does not show who wrote it.
 */
const hasCodesOnly = ({ timeline }: Applicant): boolean =>
  !mayHaveGaps(timeline) && timeline.findLast(({ status }) => setsReason(status))?.by === 'service';

/**
 * The erased fields of an applicant: what its account stated, what its checks found, and what reviewers wrote. It keeps
 * the decision with its codes, the verdict and charge of each module, and its changes of status.
 */
export const erasedFields = (applicant: Applicant): ErasedFields => {
  const { decisionReason, modules, timeline } = applicant;
  return {
    subject: {},
    referenceId: null,
    decisionReason: decisionReason === null || hasCodesOnly(applicant) ? decisionReason : EVENT_REASON,
    modules: modules.map(({ people: _, ...result }) => result),
    timeline: timeline.map(({ reason: _, ...entry }) => entry),
    tags: [],
    registeredName: null,
    screenedDigest: null,
  };
};
