import type { Item } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';

/** A range of a list, read from its newest entry: the one with the highest sort key. */
export type ListRange = Omit<RangeQuery, 'limit' | 'after' | 'descending'>;

/** Items requested in one call: more than fit into DynamoDB's megabyte, unless they are very small. */
const MAX_BATCH = 1_000;

/** Yields one batch after another until the range ends or `wanted` items were read. */
async function* batches(table: Pick<TableReader, 'query'>, range: ListRange, wanted: number) {
  let left = wanted;
  let after: Record<string, unknown> | undefined;
  do {
    const limit = Math.min(left, MAX_BATCH);
    const batch = await table.query({ ...range, descending: true, limit, ...(after && { after }) });
    yield batch.items;
    left -= batch.items.length;
    after = batch.next;
  } while (after && left > 0);
}

interface Placed<Entry> {
  readonly sortKey: string;
  readonly entry: Entry;
}

/**
 * Turns each item into an entry as soon as it arrives, so that a long list is in memory only once and in its smallest
 * form.
 */
const readRange = async <Entry>(
  table: Pick<TableReader, 'query'>,
  range: ListRange,
  toEntry: (item: Item) => Entry,
  most: number,
): Promise<readonly Placed<Entry>[]> => {
  const sortName = range.index ? `${range.index}sk` : 'sk';
  const placed: Placed<Entry>[] = [];
  for await (const batch of batches(table, range, most)) {
    for (const item of batch) placed.push({ sortKey: String(item[sortName]), entry: toEntry(item) });
  }
  return placed;
};

/** Reads several ranges in parallel and merges them by their sort keys. */
const readMerged = async <Entry>(
  table: Pick<TableReader, 'query'>,
  ranges: readonly ListRange[],
  toEntry: (item: Item) => Entry,
  most: number,
): Promise<readonly Entry[]> => {
  const read = await Promise.all(ranges.map((range) => readRange(table, range, toEntry, most)));
  const merged = read.length === 1 ? read.flat() : read.flat().sort((a, b) => (a.sortKey < b.sortKey ? 1 : -1));
  return merged.map(({ entry }) => entry);
};

/**
 * The newest `count` items of several ranges of one list, or all if there are fewer. Reads up to `count` items of each
 * range.
 */
export const readNewest = async (
  table: Pick<TableReader, 'query'>,
  ranges: readonly ListRange[],
  count: number,
): Promise<readonly Item[]> => (await readMerged(table, ranges, (item) => item, count)).slice(0, count);

/**
 * Reads a whole list, which may consist of several ranges.
 *
 * @returns undefined when the list has more than `most` items.
 */
export const readWhole = async <Entry>(
  table: Pick<TableReader, 'query'>,
  ranges: readonly ListRange[],
  toEntry: (item: Item) => Entry,
  most: number,
): Promise<readonly Entry[] | undefined> => {
  const entries = await readMerged(table, ranges, toEntry, most + 1);
  return entries.length > most ? undefined : entries;
};
