import type { WriteOperation } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import { emit } from '#shared/events/outbox';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { sessionTransition } from '#shared/onboarding/sessions/embed-session-repository';
import { incompleteModules, openModules } from '#shared/onboarding/sessions/flow';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { consentProblems } from './consent.ts';
import { guardInProgress, guardNotExpired } from './session-guards.ts';

type SubmissionWrites = Readonly<Record<'session' | 'applicant' | 'event', WriteOperation>>;

const submissionWrites = (
  { accountId, environment }: Widget,
  submitted: EmbedSession,
  readAt: string,
  nowMs: number,
): SubmissionWrites => {
  const { id, applicantId, widgetId, referenceId, updatedAt: submittedAt } = submitted;
  return {
    // The condition requires the answers that were checked: a save in between may have removed one.
    session: sessionTransition(id, 'submit', {
      nowMs,
      set: { currentModuleId: null, referenceId },
      when: { updatedAt: { equals: readAt } },
    }),
    applicant: applicantTransition(applicantId, 'submit', {
      by: 'applicant',
      nowMs,
      set: { submittedAt, submissionReference: referenceId, reassessments: 0 },
    }),
    event: emit(
      {
        type: 'kyb.applicant.submitted',
        accountId,
        environment,
        widgetId,
        data: {
          applicantId,
          widgetId,
          environment,
          referenceId: submitted.applicantReferenceId,
          createdBy: submitted.applicantCreatedBy,
          submissionReference: referenceId ?? '',
          submittedAt,
        },
      },
      nowMs,
    ),
  };
};

/** A submitted session, and the writes that submit it, all or none. */
export interface SessionSubmission {
  readonly submitted: EmbedSession;
  /** Empty for a session that is submitted already, so that a repeated call changes nothing. */
  readonly operations: Partial<SubmissionWrites>;
}

/**
 * Submits a session and its applicant, and emits the event. The write of the session refuses when it has changed since
 * it was read: the submission must be rebuilt from the current session (`currentSession`).
 *
 * @throws ApiError APPLICANT_NOT_OPEN for an abandoned session; SESSION_EXPIRED; MODULES_INCOMPLETE naming the required
 * modules without answers; CONSENT_REQUIRED when the answers lack the widget's `consentVersion`.
 */
export const sessionSubmission = (widget: Widget, session: EmbedSession, nowMs: number): SessionSubmission => {
  if (session.status === 'submitted') return { submitted: session, operations: {} };
  guardInProgress(session);
  guardNotExpired(session, nowMs);
  const { config } = widget;
  const incomplete = incompleteModules(config, openModules(config, session.moduleOrder), session);
  const missing = incomplete.map((moduleId) => ({
    path: moduleId,
    message: 'This module is required but not complete yet',
  }));
  const details = [...missing, ...consentProblems(widget, session)];
  if (details.length > 0)
    throw new ApiError(missing.length > 0 ? 'MODULES_INCOMPLETE' : 'CONSENT_REQUIRED', { details });
  const submitted: EmbedSession = {
    ...session,
    status: 'submitted',
    currentModuleId: null,
    referenceId: newId('ref', nowMs),
    updatedAt: isoTime(nowMs),
  };
  return { submitted, operations: submissionWrites(widget, submitted, session.updatedAt, nowMs) };
};
