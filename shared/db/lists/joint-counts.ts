import * as v from 'valibot';
import type { Bound } from '#shared/db/bound';
import { type Item, type Key, update, type WriteOperation } from '#shared/db/expressions';
import { join, padded } from '#shared/db/key-parts';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { BLOCK_NUMBERS, type BlockCounts, blockOf } from './blocks.ts';
import type { CountChange, CountedList, HeadCounts, ListHead, ListPlace } from './counted-list.ts';

/**
 * A counted list with few cells. One item counts all of its cells for 640 numbers and is the head of the list while it
 * is the newest, so that adding an entry writes a single item besides the entry. The first of these items has a fixed
 * key, and keeps what is counted of the whole list.
 */
export interface JointList<Cell extends string> extends CountedList<Cell> {
  /** All cells, at most eight. Their places in this order are stored, so a new one comes last. */
  readonly order: readonly Cell[];
}

/** Blocks that one item counts: with eight cells it stays below a kilobyte, up to which a write costs one unit. */
const CHAPTER_BLOCKS = 20;

/** The numbers that one item counts. */
export const CHAPTER_NUMBERS = CHAPTER_BLOCKS * BLOCK_NUMBERS;

const chapterKey = ({ partition }: Pick<CountedList<never>, 'partition'>, chapter: number): Key => ({
  pk: partition,
  sk: chapter === 0 ? 'HEAD' : join('COUNT', padded(chapter)),
});

const chapterOf = (number: number): number => Math.floor(blockOf(number) / CHAPTER_BLOCKS);

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

/** Reads the end of a list: in one trip up to 640 entries, in two beyond them. */
export const readJointHead = async (
  table: Pick<ItemReader, 'get'>,
  list: Pick<CountedList<never>, 'partition'>,
): Promise<ListHead> => {
  const first = await table.get(chapterKey(list, 0));
  const newest = Number(first?.['newestChapter'] ?? 0);
  return fromHeadItem(newest === 0 ? first : await table.get(chapterKey(list, newest)));
};

/** The letters of cells in the names of counts. */
const LETTERS = 'abcdefgh';

/** The name of a count, such as `15h`: the block within its chapter, and the letter of the cell. */
const countName = <Cell extends string>({ order }: JointList<Cell>, cell: Cell, number: number): string =>
  `${blockOf(number) % CHAPTER_BLOCKS}${LETTERS[order.indexOf(cell)]}`;

const COUNT_NAME = /^(\d+)([a-h])$/;

/**
 * The writes that add an entry at the end of a list, besides the write of the item itself with its `cellEntry`.
 * `newest` refuses when another entry was added since the head was read. `first` is needed beyond 640 entries, where
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
  const chapter = chapterOf(number);
  const isFirstOfChapter = (number - 1) % CHAPTER_NUMBERS === 0;
  const newest = (others: HeadCounts) =>
    update(chapterKey(list, chapter), {
      set: { lastNumber: number, newestAtMs: atMs },
      add: { [countName(list, cell, number)]: 1, ...others },
      when: { lastNumber: isFirstOfChapter ? 'missing' : { equals: number - 1 } },
    });
  if (chapter === 0) return { newest: newest(counts), first: undefined };
  const isNeeded = isFirstOfChapter || Object.keys(counts).length > 0;
  const first = update(chapterKey(list, 0), {
    ...(isFirstOfChapter && { set: { newestChapter: chapter } }),
    add: counts,
    when: { lastNumber: 'exists' },
  });
  return { newest: newest({}), first: isNeeded ? first : undefined };
};

/**
 * The writes of many changes of counts, one for each item that holds them. An entry that leaves a cell was counted
 * there: a count that disagrees refuses instead of falling below zero.
 *
 * @param counts what changes of the counts of the whole list.
 */
export const jointCountWrites = <Cell extends string>(
  list: JointList<Cell>,
  changes: readonly CountChange<Cell>[],
  counts: HeadCounts = {},
): readonly WriteOperation[] => {
  const chapters = new Map<number, Map<string, number>>();
  const change = (chapter: number, name: string, by: number) => {
    const sums = chapters.get(chapter) ?? new Map<string, number>();
    sums.set(name, (sums.get(name) ?? 0) + by);
    chapters.set(chapter, sums);
  };
  for (const { cell, number, by } of changes) change(chapterOf(number), countName(list, cell, number), by);
  for (const [name, by] of Object.entries(counts)) change(0, name, by);
  return [...chapters].flatMap(([chapter, sums]) => {
    const changed = [...sums].filter(([, by]) => by !== 0);
    if (changed.length === 0) return [];
    return update(chapterKey(list, chapter), {
      add: Object.fromEntries(changed),
      when: Object.fromEntries(changed.flatMap(([name, by]) => (by < 0 ? [[name, { atLeast: -by }]] : []))),
    });
  });
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
  { partition, order }: Pick<JointList<Cell>, 'partition' | 'order'>,
): Promise<ReadonlyMap<string, BlockCounts>> => {
  const cells = new Map<string, Map<number, number>>(order.map((cell) => [cell, new Map()]));
  for (const { sk, ...attributes } of await table.queryAll({ partition }, CHAPTERS_BOUND)) {
    const chapter = Number(sk.split('#')[1] ?? 0);
    for (const [name, count] of Object.entries(attributes)) {
      const [, block, letter = ''] = COUNT_NAME.exec(name) ?? [];
      const cell = order[LETTERS.indexOf(letter)];
      if (block === undefined || cell === undefined) continue;
      cells.get(cell)?.set(chapter * CHAPTER_BLOCKS + Number(block), Number(count));
    }
  }
  return cells;
};
