import { contract } from '#shared/http/contract';
import { notePath, noteResponse, noteTextBody } from '#shared/onboarding/notes/note';

/** Changes the text of a note. */
export const updateNote = contract({
  name: 'update-note',
  group: 'kyb',
  method: 'PATCH',
  route: '/v1/kyb/applicants/{id}/notes/{noteId}',
  summary: 'Update a note',
  description:
    'Updates the text of a note. `author` stays who wrote it first, and `updatedAt` is the time of the change.',
  caller: 'account',
  path: notePath,
  body: noteTextBody,
  success: { 200: noteResponse },
  errors: ['APPLICANT_NOT_FOUND', 'NOTE_NOT_FOUND'],
  touches: { reads: ['applicant', 'applicantNotes'], writes: ['applicantNotes'] },
});
