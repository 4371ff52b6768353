import { serviceTable } from '#shared/db/client';
import { type Note, newNote } from '#shared/onboarding/notes/note';
import { additionWrites, type NotedApplicant } from '#shared/onboarding/notes/note-repository';

/** Adds a note to an applicant as the endpoint does. Reads the environment variables of this process. */
export const createNoteFor = async (
  of: NotedApplicant,
  text = 'The director calls back on Monday.',
  nowMs = Date.now(),
): Promise<Note> => {
  const note = newNote({ text, author: of.accountId, keptAnswer: undefined }, nowMs);
  const { written } = await serviceTable().transact(additionWrites(of, note));
  if (!written) throw new Error('The note was refused');
  return note;
};
