import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { notePath } from '#shared/onboarding/notes/note';

/** Deletes a note. */
export const deleteNote = contract({
  name: 'delete-note',
  group: 'kyb',
  method: 'DELETE',
  route: '/v1/kyb/applicants/{id}/notes/{noteId}',
  summary: 'Delete a note',
  description: 'Deletes a note with its text. It cannot be restored.',
  caller: 'account',
  path: notePath,
  success: { 200: v.object({ success: succeeded, message: resultMessage }) },
  errors: ['APPLICANT_NOT_FOUND', 'NOTE_NOT_FOUND'],
  touches: { reads: ['applicant', 'applicantNotes'], writes: ['applicantNotes', 'idempotency'] },
});
