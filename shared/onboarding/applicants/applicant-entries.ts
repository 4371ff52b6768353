import type { Item } from '#shared/db/expressions';
import { numberRange } from '#shared/db/key-parts';
import { entryNumber } from '#shared/db/lists/counted-list';
import { rangesOf } from '#shared/db/lists/counted-pages';
import { readNewest } from '#shared/db/lists/read-ranges';
import type { TableReader } from '#shared/db/operations';
import type { Scope } from '#shared/platform/scope';
import { fromListedApplicantItem, type ListedApplicant } from './applicant.ts';
import type { ApplicantFacts } from './applicant-columns.ts';
import { applicantsOfAccount } from './keys.ts';

/** Gaps of up to this many numbers are read through, which is cheaper than another call. */
const MAX_GAP = 4;

/** Groups descending numbers into ranges that are read with one call each. */
const runsOf = (numbers: readonly number[]): readonly (readonly [first: number, last: number])[] => {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[0] - number <= MAX_GAP) run[0] = number;
    else runs.push([number, number]);
  }
  return runs;
};

/** Reads the items of these entries of an account's list, newest first, in parallel calls: at most one per entry. */
export const readEntryItems = async (
  table: Pick<TableReader, 'query'>,
  { accountId }: Pick<Scope, 'accountId'>,
  entries: readonly Pick<ApplicantFacts, 'number' | 'environment'>[],
): Promise<readonly Item[]> => {
  const list = applicantsOfAccount(accountId);
  const ranges = [...Map.groupBy(entries, ({ environment }) => environment)].flatMap(([environment, ofCell]) =>
    runsOf(ofCell.map(({ number }) => number)).flatMap(([first, last]) =>
      rangesOf(list, [environment], numberRange(first, last)),
    ),
  );
  if (ranges.length === 0) return [];
  const wanted = new Set(entries.map(({ number }) => number));
  const items = await readNewest(table, ranges, entries.length * (MAX_GAP + 1));
  return items.filter((item) => wanted.has(entryNumber(list, item) ?? 0));
};

/** Reads these entries of an account's list, as {@link readEntryItems} does. */
export const readEntries = async (...read: Parameters<typeof readEntryItems>): Promise<readonly ListedApplicant[]> =>
  (await readEntryItems(...read)).map(fromListedApplicantItem);
