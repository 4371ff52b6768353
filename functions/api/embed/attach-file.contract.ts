import { contract } from '#shared/http/contract';
import { attachFileBody } from '#shared/onboarding/embed/embed-bodies';
import { GUARDS, SESSION_ERRORS, sessionPath, sessionResponse } from './contract-parts.ts';

/** Attaches a file to a module of a session. */
export const attachFile = contract({
  name: 'attach-file',
  group: 'embed',
  method: 'POST',
  route: '/v1/widget/embed/sessions/{sessionId}/attachments',
  summary: 'Attach a file to a session',
  description:
    'Attaches a PDF, JPEG or PNG of up to 4 MB to a module. The file type is determined from the content. ' +
    'Each module accepts up to ten files per submission, and `document_upload` needs at least one to be ' +
    'complete. The call counts as activity of the applicant, and resumes an abandoned session if the widget ' +
    `allows it. ${GUARDS} The signature covers the raw bytes of the request body.`,
  caller: 'embed',
  consumes: 'multipart',
  files: { file: { types: ['pdf', 'jpeg', 'png'], required: true, maxCount: 1, maxBytes: 4_000_000 } },
  path: sessionPath,
  body: attachFileBody,
  success: { 201: sessionResponse },
  errors: [
    ...SESSION_ERRORS,
    'SESSION_NOT_IN_PROGRESS',
    'APPLICANT_NOT_OPEN',
    'MODULE_NOT_ENABLED',
    'SESSION_EXPIRED',
    'TOO_MANY_FILES',
  ],
  idempotent: 'claim',
  touches: {
    reads: ['widget', 'embedSession'],
    writes: ['applicantErasure', 'embedSession', 'applicant', 'fileRemoval'],
    uses: ['vault', 'attachmentUploads'],
  },
});
