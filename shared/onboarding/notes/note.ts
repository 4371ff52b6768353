import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText, text } from '#shared/http/schemas/texts';
import { isoTime } from '#shared/platform/clock';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { newId } from '#shared/platform/ids';

/** A note on an applicant, as its account sees it. */
export const noteBody = component(
  v.object({
    id: described(v.string(), 'The id of the note (`note_`).'),
    text: described(v.string(), 'What was written.'),
    author: described(
      v.string(),
      'The credential that wrote the note: the account of a session (`usr_`) or an API key (`key_`).',
    ),
    createdAt: described(v.string(), 'When the note was written.', DATE_TIME),
    updatedAt: described(v.string(), 'When the text last changed.', DATE_TIME),
  }),
  'ApplicantNote',
  'A note of the account on an applicant. Nobody else sees it.',
);

/** A response with one note. */
export const noteResponse = v.object({ success: succeeded, data: noteBody });

/** The path of calls about one note. */
export const notePath = object({
  id: described(idText, 'The applicant (`app_`).'),
  noteId: described(idText, 'The note (`note_`).'),
});

/** Body of "create a note" and of "update a note". */
export const noteTextBody = object({
  text: described(text(2_000, { minLength: 1, trim: true }), 'What is written.'),
});

const noteSchema = v.object({
  ...noteBody.entries,
  /** Where the response that contains it is kept for a day, if the request had an idempotency key. */
  keptAnswer: v.exactOptional(v.object({ pk: v.string(), sk: v.string() })),
});

/** A note on an applicant, written by reviewers and visible only to its account. */
export type Note = v.InferOutput<typeof noteSchema>;

/** Parses a stored note. */
export const fromNoteItem = (item: Item): Note => v.parse(noteSchema, item);

/** Shows a note to its account. */
export const noteView = ({ keptAnswer: _, ...note }: Note): v.InferOutput<typeof noteBody> => note;

/** A new note. @param keptAnswer where the response is kept, if the request had an idempotency key. */
export const newNote = (
  {
    text: written,
    author,
    keptAnswer,
  }: Pick<Note, 'text' | 'author'> & { readonly keptAnswer: Note['keptAnswer'] | undefined },
  nowMs: number,
): Note => {
  const createdAt = isoTime(nowMs);
  return {
    id: newId('note', nowMs),
    text: written,
    author,
    createdAt,
    updatedAt: createdAt,
    ...(keptAnswer && { keptAnswer }),
  };
};
