import { contract } from '#shared/http/contract';
import { submitSessionBody } from '#shared/onboarding/embed/embed-bodies';
import { GUARDS, SESSION_ERRORS, sessionPath, sessionResponse } from './contract-parts.ts';

/** Submits a session: its applicant is assessed. */
export const submitSession = contract({
  name: 'submit-session',
  group: 'embed',
  method: 'POST',
  route: '/v1/widget/embed/sessions/{sessionId}/submit',
  summary: 'Submit a session',
  description:
    "Submits the answers for assessment. If the widget's branding has a `consentVersion`, first save it as " +
    '`consentVersion` in the answers of any module, once the applicant has agreed to the terms. Submitting ' +
    `again returns the submitted session with the same \`referenceId\`. ${GUARDS}`,
  caller: 'embed',
  path: sessionPath,
  body: submitSessionBody,
  success: { 200: sessionResponse },
  errors: [...SESSION_ERRORS, 'APPLICANT_NOT_OPEN', 'MODULES_INCOMPLETE', 'CONSENT_REQUIRED', 'SESSION_EXPIRED'],
  touches: { reads: ['widget', 'embedSession'], writes: ['embedSession', 'applicant', 'outbox'], uses: ['vault'] },
});
