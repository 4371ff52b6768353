import { createHash } from 'node:crypto';
import { derivedId, timeOfId } from '#shared/platform/ids';

/**
 * The id of the applicant of a session. It follows from the session's id, but nobody can find the session's id from it
 * (docs/decisions/0114).
 *
 * @param sessionId of the form `wses_…`.
 */
export const applicantIdOf = (sessionId: string): string =>
  derivedId('app', timeOfId(sessionId), createHash('sha256').update(sessionId).digest());
