import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { embedTokenText } from '#shared/onboarding/embed/embed-bodies';
import { described } from '#shared/platform/described';
import { GUARDS, SESSION_ERRORS, sessionPath, sessionResponse } from './contract-parts.ts';

/** Removes a file from a session. */
export const removeAttachment = contract({
  name: 'remove-attachment',
  group: 'embed',
  method: 'DELETE',
  route: '/v1/widget/embed/sessions/{sessionId}/attachments/{attachmentId}',
  summary: 'Remove a file from a session',
  description:
    'Removes a file that has not been submitted yet. The call counts as activity of the applicant, and ' +
    `resumes an abandoned session if the widget allows it. ${GUARDS}`,
  caller: 'embed',
  path: object({ ...sessionPath.entries, attachmentId: described(idText, 'The id of the file (`att_`).') }),
  query: object({ token: embedTokenText }),
  success: { 200: sessionResponse },
  errors: [
    ...SESSION_ERRORS,
    'ATTACHMENT_NOT_FOUND',
    'SESSION_NOT_IN_PROGRESS',
    'APPLICANT_NOT_OPEN',
    'MODULE_NOT_ENABLED',
    'ATTACHMENT_SUBMITTED',
    'SESSION_EXPIRED',
  ],
  touches: {
    reads: ['widget', 'embedSession'],
    writes: ['embedSession', 'applicant', 'fileRemoval'],
    uses: ['vault'],
  },
});
