import { serviceTable } from '#shared/db/client';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import { sessionTransition } from '#shared/onboarding/sessions/embed-session-repository';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';

/** A submission as its event describes it. */
export interface UnheardSubmission {
  readonly submissionReference: string;
  readonly submittedAt: string;
}

/**
 * Submits an applicant's session as the endpoint does, but without the event, so that the deployed functions do not see
 * it and the assessment is left to the caller. Reads this process's environment.
 */
export const submitUnheard = async (applicantId: string, sessionId: string): Promise<UnheardSubmission> => {
  const nowMs = Date.now();
  const submittedAt = isoTime(nowMs);
  const submissionReference = newId('ref', nowMs);
  const { written } = await serviceTable().transact([
    sessionTransition(sessionId, 'submit', { nowMs, set: { currentModuleId: null, referenceId: submissionReference } }),
    applicantTransition(applicantId, 'submit', { by: 'applicant', nowMs, set: { submittedAt, submissionReference } }),
  ]);
  if (!written) throw new Error(`${applicantId} cannot be submitted`);
  return { submissionReference, submittedAt };
};

/** Moves a submitted applicant to review, like an assessment that could not decide. */
export const requireReview = async (applicantId: string): Promise<void> => {
  const nowMs = Date.now();
  const set = { riskScore: 24, decisionReason: 'score_undecided, name_mismatch' };
  for (const operation of [
    applicantTransition(applicantId, 'beginAssessment', { by: 'service', nowMs }),
    applicantTransition(applicantId, 'assessedForReview', { by: 'service', nowMs, set }),
  ]) {
    const { written } = await serviceTable().write(operation);
    if (!written) throw new Error(`${applicantId} cannot be reviewed`);
  }
};

/** Rejects an applicant that requires review, as a reviewer does, but without the event. */
export const rejectUnheard = async (applicantId: string): Promise<void> => {
  const nowMs = Date.now();
  const set = {
    decisionReason: 'The certificate is of another business.',
    decidedAt: isoTime(nowMs),
    decisionEventId: newId('sev', nowMs),
  };
  const { written } = await serviceTable().write(
    applicantTransition(applicantId, 'reviewRejected', { by: 'reviewer', nowMs, set }),
  );
  if (!written) throw new Error(`${applicantId} cannot be rejected`);
};
