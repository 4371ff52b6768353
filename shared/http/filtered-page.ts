import type { Item } from '#shared/db/expressions';
import { type ListPage, type Page, pageFrom } from '#shared/db/lists/page';
import { type ListRange, readWhole } from '#shared/db/lists/read-ranges';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';

/** Entries between `from` and `to` that a filter examines at most, which takes well below a function's time. */
export const MOST_BETWEEN = 10_000;

/**
 * A page of the entries that a filter accepts, and their number.
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
 * Reads everything within a range of times, and returns a page of what a filter accepts, newest first. For lists that
 * are short within a period and are filtered by what no index sorts by. Its cost is that of the range.
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
