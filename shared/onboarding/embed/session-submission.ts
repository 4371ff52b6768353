import type { WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { emit } from '#shared/events/outbox';
import { ApiError } from '#shared/http/errors';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import { type EmbedSession, fromEmbedSessionItem } from '#shared/onboarding/sessions/embed-session';
import { sessionTransition } from '#shared/onboarding/sessions/embed-session-repository';
import { incompleteModules, openModules } from '#shared/onboarding/sessions/flow';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { guardNotExpired } from './session-guards.ts';

/** How often a submit reads a session again that is being saved concurrently. */
const TRIES = 5;

const submissionWrites = (
  { accountId, environment }: Widget,
  submitted: EmbedSession,
  readAt: string,
  nowMs: number,
): Readonly<Record<'session' | 'applicant' | 'event', WriteOperation>> => {
  const { id, applicantId, widgetId, referenceId, updatedAt: submittedAt } = submitted;
  return {
    // Only the session whose answers were checked: a save in between may have removed one.
    session: sessionTransition(id, 'submit', {
      nowMs,
      set: { currentModuleId: null, referenceId },
      when: { updatedAt: { equals: readAt } },
    }),
    applicant: applicantTransition(applicantId, 'submit', { by: 'applicant', nowMs, set: { submittedAt } }),
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

/**
 * Submits a session and its applicant, and emits the event, all or nothing. A session that is submitted already is
 * returned unchanged, so that a repeated submit changes nothing.
 *
 * @throws ApiError SESSION_EXPIRED; MODULES_INCOMPLETE naming the required modules that are not answered;
 * APPLICANT_NOT_OPEN when the applicant was expired or abandoned.
 */
export const submit = async (
  table: Table,
  widget: Widget,
  loaded: EmbedSession,
  nowMs: number,
): Promise<EmbedSession> => {
  let session = loaded;
  for (let tries = 0; tries < TRIES; tries++) {
    if (session.status === 'submitted') return session;
    guardNotExpired(session, nowMs);
    const incomplete = incompleteModules(
      widget.config,
      openModules(widget.config, session.moduleOrder),
      session.answers,
    );
    if (incomplete.length > 0) {
      const details = incomplete.map((moduleId) => ({ path: moduleId, message: 'Required and not answered yet' }));
      throw new ApiError('MODULES_INCOMPLETE', { details });
    }
    const submitted: EmbedSession = {
      ...session,
      status: 'submitted',
      currentModuleId: null,
      referenceId: newId('ref', nowMs),
      updatedAt: isoTime(nowMs),
    };
    const result = await table.transact(submissionWrites(widget, submitted, session.updatedAt, nowMs));
    if (result.written) return submitted;
    const { session: refusal } = result.refusals;
    if (!refusal?.found) throw new ApiError('APPLICANT_NOT_OPEN');
    session = fromEmbedSessionItem(refusal.found);
  }
  throw new ApiError('SERVICE_UNAVAILABLE');
};
