import type { Applicant, ModuleResult } from '#shared/onboarding/applicants/applicant';
import { pricesOf } from '#shared/onboarding/modules/module-rates';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { openModules } from '#shared/onboarding/sessions/flow';
import type { Clock } from '#shared/platform/clock';
import { availableKobo } from '#shared/wallet/wallet';
import type { AssessmentInput } from './assessment.ts';
import type { AssessmentSnapshot } from './assessment-snapshot.ts';
import { isVerdict } from './scoring.ts';
import type { Submission } from './submission.ts';

/**
 * Verdicts that are kept: of a submission those on modules that it did not have to answer again, of another assessment of
 * the same submission all of them.
 */
const standingResultsOf = (
  { modules }: Applicant,
  { moduleOrder }: EmbedSession,
  { reassessment }: Submission,
): readonly ModuleResult[] =>
  modules.filter(({ moduleId, status }) => isVerdict(status) && (reassessment > 0 || !moduleOrder.includes(moduleId)));

/**
 * The input of an assessment: the modules that the applicant began with, without those that its widget has disabled
 * since, unless their verdict is kept.
 *
 * @param bounds.signal the deadline of the sources.
 */
export const assessmentInput = (
  { submission, applicant, session, widget, wallet, rates, sources }: AssessmentSnapshot,
  bounds: { readonly clock: Clock; readonly signal: AbortSignal },
): AssessmentInput => {
  const { config } = widget;
  const standingResults = standingResultsOf(applicant, session, submission);
  const standing = new Set(standingResults.map(({ moduleId }) => moduleId));
  const enabled = new Set(openModules(config, applicant.moduleOrder));
  return {
    modules: applicant.moduleOrder
      .filter((moduleId) => standing.has(moduleId) || enabled.has(moduleId))
      .map((moduleId) => ({ moduleId, required: config.modules[moduleId]?.required ?? false })),
    answers: session.answers,
    subject: applicant.subject,
    risk: config.risk,
    sources,
    prices: pricesOf(rates),
    availableKobo: availableKobo(wallet, bounds.clock()),
    standingResults,
    wasResubmitted: applicant.timeline.some(({ status }) => status === 'resubmission_requested'),
    ...bounds,
  };
};
