import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { fromNoteItem, noteView } from '#shared/onboarding/notes/note';
import { changeWrite, findNote, notesOf } from '#shared/onboarding/notes/note-repository';
import { updateNote } from './update-note.contract.ts';

/** PATCH /v1/kyb/applicants/{id}/notes/{noteId} */
export const handler = serve(updateNote, {
  load: ({ path, caller }, { table }) => findNote(table, caller, path),
  answer: async ({ body, loaded: { applicant, note }, meta }, { table }) => {
    const result = await table.write(changeWrite(notesOf(applicant), note.id, body.text, meta.nowMs));
    if (!result.written || !result.item) throw new ApiError('NOTE_NOT_FOUND');
    return { success: true, data: noteView(fromNoteItem(result.item)) } as const;
  },
});
