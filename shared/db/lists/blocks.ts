import type { ListPage } from './page.ts';

/** Numbers in a block, whose entries are counted together. A page reads past this many entries at most. */
export const BLOCK_NUMBERS = 32;

/** Blocks that one item counts: few enough to stay well below a kilobyte, up to which a write costs one unit. */
const CHAPTER_BLOCKS = 128;

/** Where an entry is counted: the number of the item, and its attribute. */
export interface CountPlace {
  readonly chapter: number;
  readonly block: string;
}

/** The block that counts the entry with this number, from 1. */
export const blockOf = (number: number): number => Math.floor((number - 1) / BLOCK_NUMBERS);

/** Where the entry with this number, from 1, is counted. */
export const countPlace = (number: number): CountPlace => {
  const block = blockOf(number);
  return { chapter: Math.floor(block / CHAPTER_BLOCKS), block: String(block % CHAPTER_BLOCKS) };
};

/** The number of entries in each block, by the block's number in the whole list. */
export type BlockCounts = ReadonlyMap<number, number>;

/** The number of the block that `chapter` counts in this attribute; undefined for other attributes. */
export const blockNumber = (chapter: number, attribute: string): number | undefined =>
  /^\d+$/.test(attribute) ? chapter * CHAPTER_BLOCKS + Number(attribute) : undefined;

/** The counts of several cells together. */
export const sumOfCounts = (cells: readonly BlockCounts[]): BlockCounts => {
  const sums = new Map<number, number>();
  for (const counts of cells) {
    for (const [block, count] of counts) sums.set(block, (sums.get(block) ?? 0) + count);
  }
  return sums;
};

/** The total number of entries. */
export const totalOf = (counts: BlockCounts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Where a page is: among the numbers `first` to `last`, after the `skip` newest entries in them. */
export interface PagePlace {
  readonly first: number;
  readonly last: number;
  readonly skip: number;
}

/**
 * Finds a page, newest first, from the counts alone. Undefined for a page beyond the end. `skip` is less than a block.
 *
 * @param blockNumbers numbers in a block of these counts.
 */
export const placeOfPage = (
  counts: BlockCounts,
  { page, limit }: ListPage,
  blockNumbers = BLOCK_NUMBERS,
): PagePlace | undefined => {
  const before = (page - 1) * limit;
  let passed = 0;
  let start: Pick<PagePlace, 'last' | 'skip'> | undefined;
  for (const [block, count] of [...counts].sort(([one], [other]) => other - one)) {
    if (start === undefined && passed + count > before) {
      start = { last: (block + 1) * blockNumbers, skip: before - passed };
    }
    passed += count;
    if (start && passed >= before + limit) return { first: block * blockNumbers + 1, ...start };
  }
  return start && { first: 1, ...start };
};
