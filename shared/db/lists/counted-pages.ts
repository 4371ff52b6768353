import type { Bound } from '#shared/db/bound';
import type { Item } from '#shared/db/expressions';
import { numberRange } from '#shared/db/key-parts';
import type { TableReader } from '#shared/db/operations';
import { type BlockCounts, blockNumber, placeOfPage, sumOfCounts, totalOf } from './blocks.ts';
import type { CountedList } from './counted-list.ts';
import { type JointList, readJointCounts } from './joint-counts.ts';
import { type ListPage, NO_ENTRIES, type Page } from './page.ts';
import { type ListRange, readNewest, readWhole } from './read-ranges.ts';

const COUNTS_BOUND: Bound = { most: 10_000, why: 'an item counts 4,096 numbers of a cell: 40 million numbers' };

/** The sort key of a count: `COUNT#<cell>#<chapter>`. */
const parseSortKey = (sortKey: string): { readonly cell: string; readonly chapter: number } => {
  const [, cell = '', chapter = ''] = sortKey.split('#');
  return { cell, chapter: Number(chapter) };
};

/**
 * The number of entries that each cell of a list has in each block, for all cells that ever existed.
 *
 * @param only restricts the read to the counts of this cell.
 */
const readCellCounts = async <Cell extends string>(
  table: Pick<TableReader, 'queryAll'>,
  { partition }: Pick<CountedList<Cell>, 'partition'>,
  only?: Cell,
): Promise<ReadonlyMap<string, BlockCounts>> => {
  const startsWith = only === undefined ? 'COUNT#' : `COUNT#${only}#`;
  const cells = new Map<string, Map<number, number>>();
  for (const { sk, ...attributes } of await table.queryAll({ partition, startsWith }, COUNTS_BOUND)) {
    const { cell, chapter } = parseSortKey(sk);
    const counts = cells.get(cell) ?? new Map<number, number>();
    cells.set(cell, counts);
    for (const [attribute, count] of Object.entries(attributes)) {
      const block = blockNumber(chapter, attribute);
      if (block !== undefined) counts.set(block, Number(count));
    }
  }
  return cells;
};

const isJoint = <Cell extends string>(list: CountedList<Cell>): list is JointList<Cell> => 'codes' in list;

const readCounts = async <Cell extends string>(
  table: TableReader,
  list: CountedList<Cell>,
  cells: readonly Cell[],
): Promise<BlockCounts> => {
  const [only, ...others] = cells;
  const counted: ReadonlyMap<string, BlockCounts> = isJoint(list)
    ? await readJointCounts(table, list)
    : await readCellCounts(table, list, others.length === 0 ? only : undefined);
  return sumOfCounts(cells.flatMap((cell) => counted.get(cell) ?? []));
};

/** The ranges of some cells of a list in its index, whole or between two sort keys. */
export const rangesOf = <Cell extends string>(
  { index, cells: partitionOf }: CountedList<Cell>,
  cells: readonly Cell[],
  between?: readonly [string, string],
): readonly ListRange[] => cells.map((cell) => ({ index, partition: partitionOf(cell), ...(between && { between }) }));

/**
 * Reads a page of the entries in any of these cells, newest first, and their total number. The first page is read in
 * parallel with the counts. Later pages are read after the counts, which determine their range of numbers. Every page
 * costs the same, however long the list is, except for one read unit of counts for every twenty thousand entries.
 * Beyond its own entries, a page reads less than a block of others, and from each cell at most as many as it shows.
 */
export const readCountedPage = async <Cell extends string>(
  table: TableReader,
  list: CountedList<Cell>,
  cells: readonly Cell[],
  page: ListPage,
): Promise<Page<Item>> => {
  const counting = readCounts(table, list, cells);
  if (page.page === 1) {
    const [counts, entries] = await Promise.all([counting, readNewest(table, rangesOf(list, cells), page.limit)]);
    return { entries, total: totalOf(counts) };
  }
  const counts = await counting;
  const total = totalOf(counts);
  const place = placeOfPage(counts, page);
  if (!place) return { ...NO_ENTRIES, total };
  const { first, last, skip } = place;
  const items = await readNewest(table, rangesOf(list, cells, numberRange(first, last)), skip + page.limit);
  return { entries: items.slice(skip), total };
};

/**
 * Reads all entries in any of these cells, newest first.
 *
 * @returns undefined when there are more than `most`.
 */
export const readCountedWhole = <Cell extends string, Entry>(
  table: TableReader,
  list: CountedList<Cell>,
  cells: readonly Cell[],
  toEntry: (item: Item) => Entry,
  most: number,
): Promise<readonly Entry[] | undefined> => readWhole(table, rangesOf(list, cells), toEntry, most);
