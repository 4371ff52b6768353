import type { WriteOperation } from '#shared/db/expressions';
import type { ItemReader, Table } from '#shared/db/operations';
import { ApiError } from '#shared/http/errors';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { type EmbedSession, fromEmbedSessionItem, sessionExpiry } from '#shared/onboarding/sessions/embed-session';
import { findEmbedSession, renewSession } from '#shared/onboarding/sessions/embed-session-repository';
import type { Widget } from '#shared/onboarding/widgets/widget';

/** What renewing a session may do to the table: nothing that a repeated request may not do again. */
export type RenewalTable = ItemReader & Pick<Table, 'write' | 'transact'>;

/** A session and its new expiry. */
interface Renewal {
  readonly sessionId: string;
  readonly expiresAt: string;
}

/** The session with its time started anew; undefined when it is not in progress. */
const renew = async (table: RenewalTable, { sessionId, expiresAt }: Renewal): Promise<EmbedSession | undefined> => {
  const renewed = await table.write(renewSession(sessionId, expiresAt));
  return renewed.written && renewed.item ? fromEmbedSessionItem(renewed.item) : undefined;
};

/**
 * The same together with a write that uses something up. A transaction returns no item: the session is read in
 * parallel.
 */
const renewAndUse = async (
  table: RenewalTable,
  { sessionId, expiresAt }: Renewal,
  use: WriteOperation,
): Promise<EmbedSession | undefined> => {
  const [result, session] = await Promise.all([
    table.transact({ session: renewSession(sessionId, expiresAt), signature: use }),
    findEmbedSession(table, sessionId),
  ]);
  if (!result.written && result.refusals.signature) throw new ApiError('SIGNATURE_REUSED');
  return result.written && session ? { ...session, expiresAt } : undefined;
};

/**
 * Opens the session that an applicant was created with, and starts its time anew: an applicant invited today may start
 * tomorrow. One who has already started resumes, which the widget may disable.
 *
 * @param use uses up the signature of the request, where it has one.
 * @throws ApiError APPLICANT_NOT_FOUND when the widget has no such applicant; RESUME_DISABLED; SIGNATURE_REUSED;
 * SESSION_NOT_IN_PROGRESS.
 */
export const reopenSession = async (
  table: RenewalTable,
  { id: widgetId, config: { flow } }: Widget,
  applicant: Applicant | undefined,
  nowMs: number,
  use?: WriteOperation,
): Promise<EmbedSession> => {
  if (applicant?.widgetId !== widgetId) throw new ApiError('APPLICANT_NOT_FOUND');
  if (applicant.status !== 'created' && !flow.enableResume) throw new ApiError('RESUME_DISABLED');
  const renewal = { sessionId: applicant.sessionId, expiresAt: sessionExpiry(flow.sessionTimeoutMinutes, nowMs) };
  const session = await (use ? renewAndUse(table, renewal, use) : renew(table, renewal));
  if (!session) throw new ApiError('SESSION_NOT_IN_PROGRESS');
  return session;
};
