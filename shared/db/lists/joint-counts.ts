import * as v from 'valibot';
import type { Bound } from '#shared/db/bound';
import { type Item, type Key, type Matcher, update, type WriteOperation } from '#shared/db/expressions';
import { join, padded } from '#shared/db/key-parts';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { BLOCK_NUMBERS, type BlockCounts, blockOf } from './blocks.ts';
import type { CountChange, CountedList, HeadCounts, ListHead, ListPlace } from './counted-list.ts';

/**
 * A counted list with few cells. One item counts all of its cells for many numbers and is the head of the list while it
 * is the newest, so that adding an entry writes a single item besides the entry. The first of these items has a fixed
 * key, and keeps what is counted of the whole list.
 */
export interface JointList<Cell extends string> extends CountedList<Cell> {
  /** The letter that names each cell in the stored counts. A cell keeps its letter for good. */
  readonly codes: ReadonlyMap<Cell, string>;
  /** Blocks that one item counts: few enough to stay below a kilobyte, up to which a write costs one unit. */
  readonly itemBlocks: number;
}

/**
 * How at most eight cells are counted: 640 numbers in an item.
 *
 * @param order all cells. Their places in this order are stored, so a new one comes last.
 */
export const countedByOrder = <Cell extends string>(
  order: readonly Cell[],
): Pick<JointList<Cell>, 'codes' | 'itemBlocks'> => ({
  codes: new Map(order.map((cell, index) => [cell, 'abcdefgh'.charAt(index)])),
  itemBlocks: 20,
});

type CountedBlocks = Pick<JointList<never>, 'itemBlocks'>;

/** The numbers that one item counts. */
export const numbersOfItem = ({ itemBlocks }: CountedBlocks): number => itemBlocks * BLOCK_NUMBERS;

const chapterKey = ({ partition }: Pick<CountedList<never>, 'partition'>, chapter: number): Key => ({
  pk: partition,
  sk: chapter === 0 ? 'HEAD' : join('COUNT', padded(chapter)),
});

const chapterOf = ({ itemBlocks }: CountedBlocks, number: number): number => Math.floor(blockOf(number) / itemBlocks);

const headSchema = v.object({
  lastNumber: v.optional(v.number(), 0),
  newestAtMs: v.optional(v.number(), 0),
});

const fromHeadItem = (item: Item | undefined): ListHead => v.parse(headSchema, item ?? {});

/** The record of the end of a list, for transactions that start from it. */
export const jointHeadRecord = (list: Pick<CountedList<never>, 'partition'>): StoredRecord<ListHead> => ({
  key: chapterKey(list, 0),
  isSpread: true,
  from: fromHeadItem,
  hasMoved: (latest, read) => latest.lastNumber !== read?.lastNumber,
});

/** Reads the end of a list: in one trip while one item counts it, in two beyond. */
export const readJointHead = async (
  table: Pick<ItemReader, 'get'>,
  list: Pick<CountedList<never>, 'partition'>,
): Promise<ListHead> => {
  const first = await table.get(chapterKey(list, 0));
  const newest = Number(first?.['newestChapter'] ?? 0);
  return fromHeadItem(newest === 0 ? first : await table.get(chapterKey(list, newest)));
};

/** The name of a count, such as `15h`: the block within its chapter, and the letter of the cell. */
const countName = <Cell extends string>(
  { codes, itemBlocks }: JointList<Cell>,
  { cell, number }: CountChange<Cell>,
): string => {
  const code = codes.get(cell);
  if (code === undefined) throw new TypeError(`A list does not count ${cell}`);
  return `${blockOf(number) % itemBlocks}${code}`;
};

const COUNT_NAME = /^(\d+)([a-z])$/;

/** What a transaction changes of one item that counts. */
interface ItemChanges {
  readonly sums: Map<string, number>;
  readonly set: Record<string, number>;
  readonly when: Record<string, Matcher>;
}

const NO_CHANGES: ItemChanges = { sums: new Map(), set: {}, when: {} };

const changesOfItem = (items: Map<number, ItemChanges>, chapter: number): ItemChanges => {
  const changes = items.get(chapter) ?? { sums: new Map(), set: {}, when: {} };
  items.set(chapter, changes);
  return changes;
};

/** An entry that leaves a cell was counted there. A count that disagrees refuses instead of falling below zero. */
const itemWrite = (
  list: Pick<CountedList<never>, 'partition'>,
  chapter: number,
  { sums, set, when }: ItemChanges = NO_CHANGES,
): WriteOperation => {
  const changed = [...sums].filter(([, by]) => by !== 0);
  const left = changed.filter(([, by]) => by < 0).map(([name, by]) => [name, { atLeast: -by }] as const);
  return update(chapterKey(list, chapter), {
    set,
    add: Object.fromEntries(changed),
    when: { ...Object.fromEntries(left), ...when },
  });
};

const allWrites = (
  list: Pick<CountedList<never>, 'partition'>,
  items: ReadonlyMap<number, ItemChanges>,
): readonly WriteOperation[] =>
  [...items]
    .filter(([, { sums, set }]) => Object.keys(set).length > 0 || [...sums.values()].some((by) => by !== 0))
    .map(([chapter, item]) => itemWrite(list, chapter, item));

const counting = <Cell extends string>(
  list: JointList<Cell>,
  changes: readonly CountChange<Cell>[],
  counts: HeadCounts,
): Map<number, ItemChanges> => {
  const items = new Map<number, ItemChanges>();
  const count = (chapter: number, name: string, by: number) => {
    const { sums } = changesOfItem(items, chapter);
    sums.set(name, (sums.get(name) ?? 0) + by);
  };
  for (const change of changes) count(chapterOf(list, change.number), countName(list, change), change.by);
  for (const [name, by] of Object.entries(counts)) count(0, name, by);
  return items;
};

/**
 * The writes of many changes of counts, one for each item that holds them.
 *
 * @param counts what changes of the counts of the whole list.
 */
export const jointCountWrites = <Cell extends string>(
  list: JointList<Cell>,
  changes: readonly CountChange<Cell>[],
  counts: HeadCounts = {},
): readonly WriteOperation[] => allWrites(list, counting(list, changes, counts));

/**
 * Moves the end of a list by one, if it is still where it was read. The end of an item that is full stays where it is,
 * so that whoever adds from there is refused.
 */
const moveEnd = <Cell extends string>(list: JointList<Cell>, items: Map<number, ItemChanges>, to: ListHead): void => {
  const fromNumber = to.lastNumber - 1;
  const newest = chapterOf(list, to.lastNumber);
  const before = fromNumber === 0 ? newest : chapterOf(list, fromNumber);
  const wasEnd = { lastNumber: fromNumber === 0 ? 'missing' : { equals: fromNumber } } as const;
  const end = changesOfItem(items, newest);
  Object.assign(end.set, to);
  Object.assign(end.when, before === newest ? wasEnd : { lastNumber: 'missing' });
  if (before !== newest) {
    changesOfItem(items, 0).set['newestChapter'] = newest;
    const full = items.get(before);
    if (full) {
      full.set['lastNumber'] = (before + 1) * numbersOfItem(list);
      Object.assign(full.when, wasEnd);
    }
  }
  const first = items.get(0);
  if (first) first.when['lastNumber'] ??= 'exists';
};

/**
 * The writes that add an entry at the end of a list, besides the write of the item itself with its `cellEntry`.
 * `newest` refuses when another entry was added since the head was read. `first` is needed beyond the first item, where
 * one begins another item or `counts` change.
 *
 * @param counts what it adds to the counts of the whole list.
 */
export const jointAddition = <Cell extends string>(
  list: JointList<Cell>,
  cell: Cell,
  { number, atMs }: ListPlace,
  counts: HeadCounts = {},
): { readonly newest: WriteOperation; readonly first: WriteOperation | undefined } => {
  const chapter = chapterOf(list, number);
  const items = counting(list, [{ cell, number, by: 1 }], counts);
  moveEnd(list, items, { lastNumber: number, newestAtMs: atMs });
  return {
    newest: itemWrite(list, chapter, items.get(chapter)),
    first: chapter > 0 && items.has(0) ? itemWrite(list, 0, items.get(0)) : undefined,
  };
};

/**
 * The write that counts an entry in another cell than before, besides the update that gives its item that `cellEntry`.
 */
export const jointMoveWrites = <Cell extends string>(
  list: JointList<Cell>,
  from: Cell,
  to: Cell,
  number: number,
): readonly WriteOperation[] =>
  jointCountWrites(list, [
    { cell: from, number, by: -1 },
    { cell: to, number, by: 1 },
  ]);

const CHAPTERS_BOUND: Bound = { most: 100_000, why: 'an item counts 640 numbers: 64 million numbers' };

/** The number of entries that each cell of a list has in each block. */
export const readJointCounts = async <Cell extends string>(
  table: Pick<TableReader, 'queryAll'>,
  { partition, codes, itemBlocks }: Pick<JointList<Cell>, 'partition' | 'codes' | 'itemBlocks'>,
): Promise<ReadonlyMap<Cell, BlockCounts>> => {
  const cells = new Map<Cell, Map<number, number>>();
  const byCode = new Map([...codes].map(([cell, code]) => [code, cell]));
  for (const { sk, ...attributes } of await table.queryAll({ partition }, CHAPTERS_BOUND)) {
    const chapter = Number(sk.split('#')[1] ?? 0);
    for (const [name, count] of Object.entries(attributes)) {
      const [, block, code = ''] = COUNT_NAME.exec(name) ?? [];
      const cell = byCode.get(code);
      if (block === undefined || cell === undefined) continue;
      const counts = cells.get(cell) ?? new Map<number, number>();
      counts.set(chapter * itemBlocks + Number(block), Number(count));
      cells.set(cell, counts);
    }
  }
  return cells;
};
