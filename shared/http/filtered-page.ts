import type { Item } from '#shared/db/expressions';
import { type ListPage, type Page, pageFrom } from '#shared/db/lists/page';
import { type ListRange, readWhole } from '#shared/db/lists/read-ranges';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';

/** Entries between `from` and `to` that a filter looks through at most: well within the time of a function. */
export const MOST_BETWEEN = 10_000;

/**
 * A page of those of a list that a filter wants, and how many these are.
 *
 * @param whole the list; undefined when it is too long to be read.
 * @throws ApiError RANGE_TOO_LONG for one that is too long.
 */
export const filteredPage = <Entry>(
  whole: readonly Entry[] | undefined,
  isWanted: (entry: Entry) => boolean,
  page: ListPage,
): Page<Entry> => {
  if (!whole) throw new ApiError('RANGE_TOO_LONG');
  return pageFrom(whole.filter(isWanted), page);
};

/**
 * Reads all that a range of times holds, and gives a page of what a filter wants of it, newest first: for lists that are
 * short within a period, and filtered by what no index sorts by. Its cost is that of the range.
 *
 * @throws ApiError RANGE_TOO_LONG when the range has more than {@link MOST_BETWEEN}.
 */
export const readFilteredPage = async <Entry>(
  table: Pick<TableReader, 'query'>,
  range: ListRange,
  toEntry: (item: Item) => Entry,
  isWanted: (entry: Entry) => boolean,
  page: ListPage,
): Promise<Page<Entry>> => filteredPage(await readWhole(table, [range], toEntry, MOST_BETWEEN), isWanted, page);
