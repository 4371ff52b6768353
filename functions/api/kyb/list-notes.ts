import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { noteView } from '#shared/onboarding/notes/note';
import { readNotePage } from '#shared/onboarding/notes/note-repository';
import { listNotes } from './list-notes.contract.ts';

/** GET /v1/kyb/applicants/{id}/notes */
export const handler = serve(listNotes, {
  load: ({ path, query, caller }, { table }) => readNotePage(table, caller, path.id, query),
  answer: async ({ query, loaded: page }) => ({ success: true, ...(await pageBody(page, query, noteView)) }),
});
