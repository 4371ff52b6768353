import { type Key, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import { type BoundedList, entryWrite, exitWrite } from '#shared/db/lists/bounded-list';
import { type ListPage, type Page, sliceOf } from '#shared/db/lists/page';
import { type ListRange, readNewest } from '#shared/db/lists/read-ranges';
import type { Refusal } from '#shared/db/named-operations';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { forgetAnswer } from '#shared/http/idempotency/idempotency';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { alreadyErased } from '#shared/onboarding/applicants/erased';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import { MAX_NOTES, noteKeys, noteLists, notesOfApplicant } from './keys.ts';
import { fromNoteItem, type Note } from './note.ts';

/** The attribute that counts notes. */
const COUNTED = 'notes';

/** An applicant with notes, and its account. */
export interface NotedApplicant {
  readonly accountId: string;
  readonly applicantId: string;
}

const noteKey = ({ accountId, applicantId }: NotedApplicant, noteId: string): Key =>
  noteKeys.note(accountId, applicantId, noteId);

const countsOf = ({ accountId, applicantId }: NotedApplicant): BoundedList => notesOfApplicant(accountId, applicantId);

/** The notes on an applicant, ordered by id, and so by time of creation. */
const rangeOf = ({ accountId, applicantId }: NotedApplicant): ListRange => ({
  partition: noteLists.notes(accountId, applicantId),
  startsWith: 'NOTE#',
});

/** The applicant of a list of notes. */
export const notesOf = ({ accountId, id }: Pick<Applicant, 'accountId' | 'id'>): NotedApplicant => ({
  accountId,
  applicantId: id,
});

/**
 * Reads a page of the notes on an applicant, in one trip, or two when it ends beyond the first megabyte.
 *
 * @throws ApiError APPLICANT_NOT_FOUND.
 */
export const readNotePage = async (
  table: TableReader,
  scope: Scope,
  applicantId: string,
  page: ListPage,
): Promise<Page<Note>> => {
  if (!isId('app', applicantId)) throw new ApiError('APPLICANT_NOT_FOUND');
  const of = { accountId: scope.accountId, applicantId };
  const reach = Math.min(page.page * page.limit, MAX_NOTES);
  const [applicant, count, items] = await Promise.all([
    findOwnedApplicant(table, scope, applicantId),
    table.get(countsOf(of).counts),
    readNewest(table, [rangeOf(of)], reach),
  ]);
  if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
  // Just after an erasure, some notes may still be stored.
  if (applicant.erasedAt !== undefined) return { entries: [], total: 0 };
  return { entries: sliceOf(items, page).map(fromNoteItem), total: Number(count?.[COUNTED] ?? 0) };
};

/**
 * Finds a note and its applicant.
 *
 * @throws ApiError APPLICANT_NOT_FOUND; NOTE_NOT_FOUND.
 */
export const findNote = async (
  table: ItemReader,
  scope: Scope,
  { id: applicantId, noteId }: { readonly id: string; readonly noteId: string },
): Promise<{ readonly applicant: Applicant; readonly note: Note }> => {
  if (!isId('app', applicantId)) throw new ApiError('APPLICANT_NOT_FOUND');
  const key = isId('note', noteId) ? noteKey({ accountId: scope.accountId, applicantId }, noteId) : undefined;
  const [applicant, item] = await Promise.all([findOwnedApplicant(table, scope, applicantId), key && table.get(key)]);
  if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
  if (!item || applicant.erasedAt !== undefined) throw new ApiError('NOTE_NOT_FOUND');
  return { applicant, note: fromNoteItem(item) };
};

/** The writes that add a note. The count refuses when the limit is reached, or after {@link closeNotes}. */
export const additionWrites = (of: NotedApplicant, note: Note): Readonly<Record<'note' | 'count', WriteOperation>> => {
  const count = entryWrite(countsOf(of), COUNTED);
  return {
    note: put({ ...noteKey(of, note.id), ...note }),
    count: { ...count, when: { ...count.when, closedAt: 'missing' } },
  };
};

/**
 * Throws the error for a refusal of {@link additionWrites}. @throws ApiError ILLEGAL_STATE after an erasure;
 * TOO_MANY_NOTES.
 */
export const refuseAddition = ({ count }: { readonly count?: Refusal }): never => {
  if (!count) throw new Error('A note with a new id was there already');
  const closedAt = count.found?.['closedAt'];
  throw closedAt === undefined ? new ApiError('TOO_MANY_NOTES') : alreadyErased(String(closedAt));
};

/** The write that changes the text of a note; it refuses when the note no longer exists. */
export const changeWrite = (of: NotedApplicant, noteId: string, text: string, nowMs: number): WriteOperation =>
  update(noteKey(of, noteId), { set: { text, updatedAt: isoTime(nowMs) }, when: { pk: 'exists' } });

/** The writes that remove a note; the first refuses when it no longer exists. */
export const removalWrites = (
  of: NotedApplicant,
  noteId: string,
): Readonly<Record<'note' | 'count', WriteOperation>> => ({
  note: remove(noteKey(of, noteId)),
  count: exitWrite(countsOf(of), COUNTED),
});

/**
 * The write that prevents further notes on an applicant, for the transaction that erases it: a note that is being added
 * at the same time is either added before it or refused.
 */
export const closeNotes = (of: NotedApplicant, nowMs: number): WriteOperation =>
  update(countsOf(of).counts, { set: { closedAt: isoTime(nowMs), [COUNTED]: 0 }, when: {} });

/**
 * Reads the writes that erase every note on an applicant and the stored responses that repeat them, two for each of at
 * most {@link MAX_NOTES}. Call it after {@link closeNotes} is written. Each write is made by itself: one that is
 * refused has nothing left to erase. An empty result means that all notes are erased.
 */
export const readNoteErasures = async (
  table: Pick<TableReader, 'query'>,
  of: NotedApplicant,
): Promise<readonly WriteOperation[]> => {
  const items = await readNewest(table, [rangeOf(of)], MAX_NOTES);
  return items
    .map(fromNoteItem)
    .flatMap(({ id, createdAt, keptAnswer }) => [
      ...(keptAnswer ? [forgetAnswer(keptAnswer, Date.parse(createdAt))] : []),
      remove(noteKey(of, id)),
    ]);
};
