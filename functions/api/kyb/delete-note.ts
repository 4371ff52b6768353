import { ApiError } from '#shared/errors/api-error';
import { forgetAnswer } from '#shared/http/idempotency/idempotency';
import { serve } from '#shared/http/serve';
import { findNote, notesOf, removalWrites } from '#shared/onboarding/notes/note-repository';
import { deleteNote } from './delete-note.contract.ts';

/** DELETE /v1/kyb/applicants/{id}/notes/{noteId} */
export const handler = serve(deleteNote, {
  load: ({ path, caller }, { table }) => findNote(table, caller, path),
  answer: async ({ loaded: { applicant, note } }, { table }) => {
    const { id, createdAt, keptAnswer } = note;
    const [result] = await Promise.all([
      table.transact(removalWrites(notesOf(applicant), id)),
      // The write refuses when the key has been used again since: the response is then not about this note.
      keptAnswer && table.write(forgetAnswer(keptAnswer, Date.parse(createdAt))),
    ]);
    if (!result.written) throw new ApiError('NOTE_NOT_FOUND');
    return { success: true, message: 'Note deleted.' } as const;
  },
});
