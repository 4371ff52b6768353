import type { Applicant, ModuleResult } from '#shared/onboarding/applicants/applicant';
import { combinedDeclarations } from '#shared/onboarding/applicants/subject';
import { pricesOf } from '#shared/onboarding/modules/module-rates';
import { isScreening } from '#shared/onboarding/modules/screening-modules';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { openModules } from '#shared/onboarding/sessions/flow';
import { clearedBy } from '#shared/verification/clearances';
import type { EvidenceOfChecks } from '#shared/verification/evidence-store';
import { availableKobo } from '#shared/wallet/wallet';
import { knownVisit } from './applicant-visits.ts';
import type { AssessmentInput } from './assessment.ts';
import type { AssessmentSnapshot } from './assessment-snapshot.ts';
import { withoutCleared } from './cleared-screenings.ts';
import { hasVerdict } from './scoring.ts';
import { screenedDigest } from './screened-names.ts';
import type { Submission } from './submission.ts';

/**
 * Whether the verdict of a screening covers all current names: none was added or removed, and the registry, which may
 * know another name, is not queried again.
 */
const isScreenedAlready = (
  applicant: Applicant,
  { answers, moduleOrder }: EmbedSession,
  { reassessment }: Submission,
) =>
  (applicant.screenedDigest === null ||
    applicant.screenedDigest === screenedDigest(combinedDeclarations({ ...applicant, answers }))) &&
  (reassessment > 0 || !moduleOrder.includes('cac_verification'));

/**
 * The verdicts that are kept. After a submission these are the verdicts on modules that were not reopened; in a
 * reassessment of the same submission, all of them.
 */
const keptResultsOf = (
  applicant: Applicant,
  session: EmbedSession,
  submission: Submission,
): readonly ModuleResult[] => {
  const isScreened = isScreenedAlready(applicant, session, submission);
  return applicant.modules.filter(
    (result) =>
      hasVerdict(result) &&
      (submission.reassessment > 0 || !session.moduleOrder.includes(result.moduleId)) &&
      (isScreened || !isScreening(result.moduleId)),
  );
};

/** The limits of an assessment. @property signal the deadline of the sources. */
type Bounds = Pick<AssessmentInput, 'clock' | 'signal' | 'newReference'>;

/**
 * Builds the input of an assessment from the modules that the applicant began with. A module that the widget has
 * disabled since is left out unless its verdict is kept.
 *
 * @param screened the stored evidence of screenings with hits.
 */
export const assessmentInput = (
  { submission, applicant, session, widget, wallet, rates, sources, visit, clearances }: AssessmentSnapshot,
  screened: EvidenceOfChecks,
  bounds: Bounds,
): AssessmentInput => {
  const { config } = widget;
  const isCleared = clearedBy(clearances);
  const keptResults = keptResultsOf(applicant, session, submission).map((result) =>
    withoutCleared(result, screened, isCleared),
  );
  const keptModules = new Set(keptResults.map(({ moduleId }) => moduleId));
  const enabled = new Set(openModules(config, applicant.moduleOrder));
  return {
    modules: applicant.moduleOrder
      .filter((moduleId) => keptModules.has(moduleId) || enabled.has(moduleId))
      .map((moduleId) => ({ moduleId, required: config.modules[moduleId]?.required ?? false })),
    answers: session.answers,
    subject: applicant.subject,
    createdBy: applicant.createdBy,
    ...(applicant.registeredName !== null && { registeredName: applicant.registeredName }),
    ...(visit && { visit: knownVisit(visit) }),
    risk: config.risk,
    sources,
    prices: pricesOf(rates),
    availableKobo: availableKobo(wallet, bounds.clock()),
    keptResults,
    isCleared,
    wasResubmitted: applicant.timeline.some(({ status }) => status === 'resubmission_requested'),
    ...bounds,
  };
};
