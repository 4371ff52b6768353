import type { Item } from './expressions.ts';
import type { TableReader } from './operations.ts';
import type { RangeQuery } from './range-reader.ts';

/** A list that is read from its start: a range, without the bounds that reading sets itself. */
export type ListRange = Omit<RangeQuery, 'limit' | 'after'>;

/** A page of a list, by its number from 1. */
export interface ListPage {
  readonly page: number;
  readonly limit: number;
}

/** Items asked for in one call: more than DynamoDB's megabyte holds of all but the smallest items. */
const MAX_BATCH = 1_000;

/** One batch after the other, until the list ends or `wanted` items were read. */
async function* batches(table: Pick<TableReader, 'query'>, range: ListRange, wanted: number) {
  let left = wanted;
  let after: Record<string, unknown> | undefined;
  do {
    const batch = await table.query({ ...range, limit: Math.min(left, MAX_BATCH), ...(after && { after }) });
    yield batch.items;
    left -= batch.items.length;
    after = batch.next;
  } while (after && left > 0);
}

/**
 * Reads one page of a list by its number. The items of the pages before are read over, so a page costs as much as the
 * list up to its end: for lists that people page through, not for those that machines follow.
 */
export const readPage = async (
  table: Pick<TableReader, 'query'>,
  range: ListRange,
  { page, limit }: ListPage,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let toSkip = (page - 1) * limit;
  for await (const batch of batches(table, range, page * limit)) {
    items.push(...batch.slice(toSkip));
    toSkip = Math.max(0, toSkip - batch.length);
  }
  return items;
};

/**
 * Reads a whole list, each item turned into an entry as soon as it is there, so that a long list is held in memory once
 * and in its smallest form.
 *
 * @returns undefined when the list has more than `most` items.
 */
export const readWhole = async <Entry>(
  table: Pick<TableReader, 'query'>,
  range: ListRange,
  toEntry: (item: Item) => Entry,
  most: number,
): Promise<readonly Entry[] | undefined> => {
  const entries: Entry[] = [];
  for await (const batch of batches(table, range, most + 1)) {
    for (const item of batch) entries.push(toEntry(item));
  }
  return entries.length > most ? undefined : entries;
};
