import { contract } from '#shared/http/contract';
import { abandonSessionBody } from '#shared/onboarding/embed/embed-bodies';
import { GUARDS, SESSION_ERRORS, sessionPath, sessionResponse } from './contract-parts.ts';

/** Abandons a session, because the applicant leaves. */
export const abandonSession = contract({
  name: 'abandon-session',
  group: 'embed',
  method: 'POST',
  route: '/v1/widget/embed/sessions/{sessionId}/abandon',
  summary: 'Abandon a session',
  description:
    'Sets the applicant to `abandoned`. If the widget allows resuming, opening the session or saving answers ' +
    'returns the applicant to `in_progress`; submitting does not. Repeating the call changes nothing. ' +
    `${GUARDS}`,
  caller: 'embed',
  path: sessionPath,
  body: abandonSessionBody,
  success: { 200: sessionResponse },
  errors: [...SESSION_ERRORS, 'SESSION_NOT_IN_PROGRESS', 'APPLICANT_NOT_OPEN', 'SESSION_EXPIRED'],
  touches: { reads: ['widget', 'embedSession'], writes: ['embedSession', 'applicant'], uses: ['vault'] },
});
