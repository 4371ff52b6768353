import { contract } from '#shared/http/contract';
import { attachFileBody } from '#shared/onboarding/embed/embed-bodies';
import { GUARD_ERRORS, GUARDS, sessionPath, sessionResponse } from './contract-parts.ts';

/** Attaches a file to a module of a session. */
export const attachFile = contract({
  name: 'attach-file',
  group: 'embed',
  method: 'POST',
  route: '/v1/widget/embed/sessions/{sessionId}/attachments',
  summary: 'Attach a file to a session',
  description:
    'A PDF, JPEG or PNG by its content, of at most 4 MB; a module takes ten for one submission. `document_upload` needs one ' +
    `to be complete. It counts as activity of the applicant and resumes an abandoned session where the widget allows that. ${GUARDS} The signature is over the bytes of ` +
    'the body as they are sent.',
  caller: 'embed',
  consumes: 'multipart',
  files: { file: { types: ['pdf', 'jpeg', 'png'], required: true, maxCount: 1, maxBytes: 4_000_000 } },
  path: sessionPath,
  body: attachFileBody,
  success: { 201: sessionResponse },
  errors: [
    'INVALID_EMBED_TOKEN',
    ...GUARD_ERRORS,
    'INVALID_REQUEST_SIGNATURE',
    'SESSION_NOT_FOUND',
    'SESSION_NOT_IN_PROGRESS',
    'APPLICANT_NOT_OPEN',
    'MODULE_NOT_ENABLED',
    'SESSION_EXPIRED',
    'TOO_MANY_FILES',
  ],
  idempotent: 'claim',
  touches: {
    reads: ['widget', 'embedSession'],
    writes: ['embedSession', 'applicant', 'fileRemoval'],
    uses: ['vault', 'attachmentUploads'],
  },
});
