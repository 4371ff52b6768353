import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { embedTokenText } from '#shared/onboarding/embed/embed-bodies';
import { resumedSessionBody } from '#shared/onboarding/sessions/session-view';
import { GUARD_ERRORS, GUARDS, sessionPath } from './contract-parts.ts';

/** Reads a session, to resume it. */
export const readEmbedSession = contract({
  name: 'read-embed-session',
  group: 'embed',
  method: 'GET',
  route: '/v1/widget/embed/sessions/{sessionId}',
  summary: 'Read an embed session',
  description:
    'Returns a session so that the applicant can resume it. Returns a 403 if the widget does not allow ' +
    'resuming. `answers` is empty if the widget does not save progress. After submission, `answers` and ' +
    `\`attachments\` are empty. ${GUARDS}`,
  caller: 'embed',
  path: sessionPath,
  query: object({ token: embedTokenText }),
  success: { 200: v.object({ success: succeeded, data: resumedSessionBody }) },
  errors: [
    'INVALID_EMBED_TOKEN',
    ...GUARD_ERRORS,
    'RESUME_DISABLED',
    'SESSION_NOT_FOUND',
    'APPLICANT_NOT_OPEN',
    'SESSION_EXPIRED',
  ],
  touches: { reads: ['widget', 'embedSession'] },
});
