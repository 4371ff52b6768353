import { contract } from '#shared/http/contract';
import { saveAnswersBody } from '#shared/onboarding/embed/embed-bodies';
import { GUARDS, SESSION_ERRORS, sessionPath, sessionResponse } from './contract-parts.ts';

/** Saves the answers of one module. */
export const saveSessionAnswers = contract({
  name: 'save-session-answers',
  group: 'embed',
  method: 'PATCH',
  route: '/v1/widget/embed/sessions/{sessionId}/answers',
  summary: 'Save session answers',
  description:
    'Merges the answers you send into the saved ones, field by field; null removes an answer. The current ' +
    'module moves on to the next enabled one. An abandoned session is resumed if the widget allows it. ' +
    `${GUARDS}`,
  caller: 'embed',
  path: sessionPath,
  body: saveAnswersBody,
  success: { 200: sessionResponse },
  errors: [...SESSION_ERRORS, 'SESSION_NOT_IN_PROGRESS', 'APPLICANT_NOT_OPEN', 'MODULE_NOT_ENABLED', 'SESSION_EXPIRED'],
  touches: { reads: ['widget', 'embedSession'], writes: ['embedSession', 'applicant'], uses: ['vault'] },
});
