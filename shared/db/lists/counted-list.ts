import * as v from 'valibot';
import { type Item, type Key, update, type WriteOperation } from '#shared/db/expressions';
import { join, padded } from '#shared/db/key-parts';
import { newerOf, type StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import type { IndexName } from '#shared/db/table';
import { countPlace } from './blocks.ts';

/**
 * A list whose entries can be deleted, or can change the values by which they are filtered. Each entry gets a permanent
 * number. In the index it is in exactly one cell: the part of the list with its filter values, such as an environment.
 * The writes keep the number of entries in each cell, by blocks of numbers.
 */
export interface CountedList<Cell extends string> {
  /** The partition of the table that holds its head and its counts. */
  readonly partition: string;
  /** The index of its entries, and the partition of each cell there. */
  readonly index: IndexName;
  readonly cells: (cell: Cell) => string;
}

const headSchema = v.object({
  /** The number of its newest entry; 0 before the first. */
  lastNumber: v.optional(v.number(), 0),
  /** When the newest entry was added. The next one is later. */
  newestAtMs: v.optional(v.number(), 0),
});

/** The end of a list, from which the next entry gets its number. */
export type ListHead = v.InferOutput<typeof headSchema>;

const headKey = ({ partition }: Pick<CountedList<never>, 'partition'>): Key => ({ pk: partition, sk: 'HEAD' });

const fromHeadItem = (item: Item | undefined): ListHead => v.parse(headSchema, item ?? {});

/** Reads the end of a list. */
export const readHead = async (
  table: Pick<ItemReader, 'get'>,
  list: Pick<CountedList<never>, 'partition'>,
): Promise<ListHead> => fromHeadItem(await table.get(headKey(list)));

/** The record of the end of a list, for transactions that start from it. */
export const headRecord = (list: Pick<CountedList<never>, 'partition'>): StoredRecord<ListHead> => ({
  key: headKey(list),
  from: fromHeadItem,
  hasMoved: (latest, read) => latest.lastNumber !== read?.lastNumber,
});

/**
 * The `newer` of `onLatest` for the end of a list: its current version, when it has moved on and nothing else refused.
 */
export const newerHead = (list: Pick<CountedList<never>, 'partition'>) => newerOf(headRecord(list));

/** The place of an entry in its list. */
export interface ListPlace {
  readonly number: number;
  /** When the entry is added. */
  readonly atMs: number;
}

/**
 * The place after the end of a list. Although the clocks of functions differ and tries wait, the order of the numbers
 * is the order in time.
 */
export const nextPlace = ({ lastNumber, newestAtMs }: ListHead, nowMs: number): ListPlace => ({
  number: lastNumber + 1,
  atMs: Math.max(nowMs, newestAtMs + 1),
});

/** The index attributes of the item with this number in a cell. */
export const cellEntry = <Cell extends string>(
  { index, cells }: CountedList<Cell>,
  cell: Cell,
  number: number,
): Readonly<Record<string, string>> => ({ [`${index}pk`]: cells(cell), [`${index}sk`]: padded(number) });

/** The number of an entry, from the index attributes of its item. Undefined for an item that is not in the list. */
export const entryNumber = ({ index }: Pick<CountedList<never>, 'index'>, item: Item): number | undefined => {
  const number = item[`${index}sk`];
  return typeof number === 'string' ? Number(number) : undefined;
};

const countKey = ({ partition }: Pick<CountedList<never>, 'partition'>, cell: string, chapter: number): Key => ({
  pk: partition,
  sk: join('COUNT', cell, padded(chapter)),
});

/** An entry that leaves a cell was counted there. A count that disagrees refuses instead of falling below zero. */
const countUpdate = (key: Key, changes: readonly (readonly [string, number])[]) =>
  update(key, {
    add: Object.fromEntries(changes),
    when: Object.fromEntries(changes.flatMap(([block, by]) => (by < 0 ? [[block, { atLeast: -by }]] : []))),
  });

const countWrite = <Cell extends string>(
  list: CountedList<Cell>,
  cell: Cell,
  number: number,
  change: 1 | -1,
): WriteOperation => {
  const { chapter, block } = countPlace(number);
  return countUpdate(countKey(list, cell, chapter), [[block, change]]);
};

/** A change of one count. */
export interface CountChange<Cell extends string> {
  readonly cell: Cell;
  /** The number of the entry that is counted, or no longer counted. */
  readonly number: number;
  readonly by: 1 | -1;
}

/** The writes of many changes of counts, one for each item that holds them. */
export const countWrites = <Cell extends string>(
  list: CountedList<Cell>,
  changes: readonly CountChange<Cell>[],
): readonly WriteOperation[] => {
  const items = new Map<string, { readonly key: Key; readonly blocks: Map<string, number> }>();
  for (const { cell, number, by } of changes) {
    const { chapter, block } = countPlace(number);
    const key = countKey(list, cell, chapter);
    const item = items.get(key.sk) ?? { key, blocks: new Map() };
    item.blocks.set(block, (item.blocks.get(block) ?? 0) + by);
    items.set(key.sk, item);
  }
  return [...items.values()].flatMap(({ key, blocks }) => {
    const changed = [...blocks].filter(([, by]) => by !== 0);
    if (changed.length === 0) return [];
    return countUpdate(key, changed);
  });
};

/** Other counts that are kept with the head of a list, by name, so that one read of one item returns all of them. */
export type HeadCounts = Readonly<Record<string, number>>;

/**
 * The write that makes an entry the newest of its list. It refuses when another entry was added since its head was
 * read.
 *
 * @param added how many entries are added; this one is the last of them.
 * @param counts what it adds to other counts.
 */
export const headWrite = (
  list: Pick<CountedList<never>, 'partition'>,
  { number, atMs }: ListPlace,
  added = 1,
  counts: HeadCounts = {},
): WriteOperation =>
  update(headKey(list), {
    set: { lastNumber: number, newestAtMs: atMs },
    add: counts,
    when: { lastNumber: number === added ? 'missing' : { equals: number - added } },
  });

/**
 * The writes that add an entry at the end of a list, besides the write of the item itself with its `cellEntry`. The
 * first refuses when another entry was added since its head was read.
 */
export const additionWrites = <Cell extends string>(
  list: CountedList<Cell>,
  cell: Cell,
  place: ListPlace,
): readonly [head: WriteOperation, count: WriteOperation] => [
  headWrite(list, place),
  countWrite(list, cell, place.number, 1),
];

/** The write that stops counting an entry, besides the one that takes its item out of the index. */
export const removalWrite = <Cell extends string>(
  list: CountedList<Cell>,
  cell: Cell,
  number: number,
): WriteOperation => countWrite(list, cell, number, -1);
