import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { embedTokenText } from '#shared/onboarding/embed/embed-bodies';
import { GUARD_ERRORS, GUARDS, sessionPath, sessionResponse } from './contract-parts.ts';

/** Reads a session, to resume it. */
export const readEmbedSession = contract({
  name: 'read-embed-session',
  group: 'embed',
  method: 'GET',
  route: '/v1/widget/embed/sessions/{sessionId}',
  summary: 'Read an embed session, to resume it',
  description: `Refused where the widget disables resuming; \`answers\` is empty where it does not save progress. ${GUARDS}`,
  caller: 'embed',
  path: sessionPath,
  query: object({ token: embedTokenText }),
  success: { 200: sessionResponse },
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
