import { ApiError } from '#shared/errors/api-error';
import { actingCredential } from '#shared/http/caller/account-caller';
import { keptAnswerKey } from '#shared/http/idempotency/idempotency';
import { serve } from '#shared/http/serve';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { newNote, noteView } from '#shared/onboarding/notes/note';
import { additionWrites, notesOf, refuseAddition } from '#shared/onboarding/notes/note-repository';
import { createNote } from './create-note.contract.ts';

/** POST /v1/kyb/applicants/{id}/notes */
export const handler = serve(createNote, {
  load: ({ path, caller }, { table }) => findOwnedApplicant(table, caller, path.id),
  answer: async ({ body, caller, loaded: applicant, meta }, { commit }) => {
    if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
    const written = { ...body, author: actingCredential(caller), keptAnswer: keptAnswerKey(caller, meta) };
    const note = newNote(written, meta.nowMs);
    const response = { success: true, data: noteView(note) } as const;
    const result = await commit(additionWrites(notesOf(applicant), note), response);
    return result.written ? response : refuseAddition(result.refusals);
  },
});
