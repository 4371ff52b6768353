import { contract } from '#shared/http/contract';
import { noteResponse, noteTextBody } from '#shared/onboarding/notes/note';
import { applicantPath } from '#shared/onboarding/review/review-contract';

/** Adds a note to an applicant. */
export const createNote = contract({
  name: 'create-note',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/applicants/{id}/notes',
  summary: 'Create a note',
  description:
    'Adds a note to an applicant, whatever its status. Your account alone reads notes: they are in no webhook, email or ' +
    'page. An applicant has at most 200.',
  caller: 'account',
  path: applicantPath,
  body: noteTextBody,
  success: { 201: noteResponse },
  errors: ['APPLICANT_NOT_FOUND', 'ILLEGAL_STATE', 'TOO_MANY_NOTES'],
  idempotent: 'commit',
  links: [
    { to: 'update-note', parameters: { noteId: 'data.id' } },
    { to: 'delete-note', parameters: { noteId: 'data.id' } },
  ],
  touches: { reads: ['applicant'], writes: ['applicantNotes'] },
});
