import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { checkReferences, openEvidence } from '#shared/verification/evidence-store';
import type { Assessment } from './assessment.ts';
import { assessmentInput } from './assessment-input.ts';
import { type BeginningEffects, beginAssessment } from './assessment-snapshot.ts';
import { awaitHolds } from './await-holds.ts';
import { checkModules } from './check-modules.ts';
import { planChecks, plannedKobo } from './check-plan.ts';
import { type PersistingEffects, persistAssessment } from './persist-assessment.ts';
import type { Submission } from './submission.ts';

/** The effects of an assessment. */
export interface AssessmentEffects extends BeginningEffects, PersistingEffects {
  /** Starts the time limit that all sources of one assessment share. */
  readonly startSourceTime: () => AbortSignal;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const report = ({ outcome, incidents }: Assessment, durationMs: number, { log, metrics }: AssessmentEffects): void => {
  for (const { moduleId, reason } of incidents) {
    log.warn('MODULE_UNAVAILABLE', { moduleId, reason });
    metrics('ModulesUnavailable', 1, { reason });
  }
  log.info('APPLICANT_ASSESSED', { status: outcome, durationMs });
  metrics('ApplicantsAssessed', 1, { outcome });
};

/**
 * Assesses a submission from beginning to end (interface: Applicant status): checks every answered module at its
 * source, bills each verdict, scores, decides and emits the events. A submission is billed and decided once, however
 * often and at whatever moments this is called.
 *
 * @throws NotYet while only a hold of the wallet prevents payment, and any other failure; calling it again completes
 * it.
 */
export const assessSubmission = async (submission: Submission, effects: AssessmentEffects): Promise<void> => {
  const { applicantId, widgetId, accountId } = submission;
  const { clock, startSourceTime } = effects;
  const log = effects.log.with({ applicantId, widgetId, accountId });
  const startedAtMs = clock();
  const snapshot = await beginAssessment(submission, effects);
  if (typeof snapshot === 'string') return log.info('ASSESSMENT_REPEATED', { reason: snapshot });
  const screened = await openEvidence(snapshot.screenings, effects.vault, startedAtMs);
  const input = assessmentInput(snapshot, screened, {
    clock,
    signal: startSourceTime(),
    newReference: checkReferences(startedAtMs),
  });
  const { wallet, applicant } = snapshot;
  // A chat's hold alone must not send a check to review that the balance can pay for.
  const wantedKobo = plannedKobo(planChecks({ ...input, availableKobo: wallet.balanceKobo }));
  awaitHolds(wallet, wantedKobo, applicant, clock());
  const checked = await checkModules(input);
  const assessment = await persistAssessment(snapshot, checked, effects);
  if (!assessment) return log.info('ASSESSMENT_REPEATED', { reason: 'assessed_before' });
  report(assessment, clock() - startedAtMs, { ...effects, log });
};
