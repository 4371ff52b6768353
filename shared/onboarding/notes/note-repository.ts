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

/** The name of the count of notes. */
const COUNTED = 'notes';

/** Whose notes: an applicant, and its account. */
export interface NotedApplicant {
  readonly accountId: string;
  readonly applicantId: string;
}

const noteKey = ({ accountId, applicantId }: NotedApplicant, noteId: string): Key =>
  noteKeys.note(accountId, applicantId, noteId);

const countsOf = ({ accountId, applicantId }: NotedApplicant): BoundedList => notesOfApplicant(accountId, applicantId);

/** The notes on an applicant, in the order of their ids, which is that of their creation. */
const rangeOf = ({ accountId, applicantId }: NotedApplicant): ListRange => ({
  partition: noteLists.notes(accountId, applicantId),
  startsWith: 'NOTE#',
});

/** Whose notes those of an applicant are. */
export const notesOf = ({ accountId, id }: Pick<Applicant, 'accountId' | 'id'>): NotedApplicant => ({
  accountId,
  applicantId: id,
});

/**
 * A page of the notes on an applicant, in one trip; two where it ends behind a megabyte of notes.
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
  // Of one that was erased a moment ago there may still be some.
  if (applicant.erasedAt !== undefined) return { entries: [], total: 0 };
  return { entries: sliceOf(items, page).map(fromNoteItem), total: Number(count?.[COUNTED] ?? 0) };
};

/**
 * A note, and its applicant.
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

/** The writes that add a note; the count refuses where there are as many as there may be, or {@link closeNotes} was written. */
export const additionWrites = (of: NotedApplicant, note: Note): Readonly<Record<'note' | 'count', WriteOperation>> => {
  const count = entryWrite(countsOf(of), COUNTED);
  return {
    note: put({ ...noteKey(of, note.id), ...note }),
    count: { ...count, when: { ...count.when, closedAt: 'missing' } },
  };
};

/** What it means that {@link additionWrites} refused. @throws ApiError ILLEGAL_STATE once it is erased; TOO_MANY_NOTES. */
export const refuseAddition = ({ count }: { readonly count?: Refusal }): never => {
  if (!count) throw new Error('A note with a new id was there already');
  const closedAt = count.found?.['closedAt'];
  throw closedAt === undefined ? new ApiError('TOO_MANY_NOTES') : alreadyErased(String(closedAt));
};

/** The write that changes the text of a note; refused when the note is gone. */
export const changeWrite = (of: NotedApplicant, noteId: string, text: string, nowMs: number): WriteOperation =>
  update(noteKey(of, noteId), { set: { text, updatedAt: isoTime(nowMs) }, when: { pk: 'exists' } });

/** The writes that remove a note; the first refuses when it is gone. */
export const removalWrites = (
  of: NotedApplicant,
  noteId: string,
): Readonly<Record<'note' | 'count', WriteOperation>> => ({
  note: remove(noteKey(of, noteId)),
  count: exitWrite(countsOf(of), COUNTED),
});

/**
 * The write after which an applicant gets no more notes, for the transaction that erases it: a note that is being added at
 * the same moment is there before, or is refused.
 */
export const closeNotes = (of: NotedApplicant, nowMs: number): WriteOperation =>
  update(countsOf(of).counts, { set: { closedAt: isoTime(nowMs), [COUNTED]: 0 }, when: {} });

/**
 * The writes that erase every note on an applicant with the responses that repeat it, two for each of at most {@link
 * MAX_NOTES}, once {@link closeNotes} is written. Each is written by itself: one that refuses has nothing left to erase. When
 * this returns none, all is erased.
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
