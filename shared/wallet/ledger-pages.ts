import type { Item } from '#shared/db/expressions';
import { numberRange } from '#shared/db/key-parts';
import { type Numbers, pageOf } from '#shared/db/lists/numbered-list';
import type { TableReader } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';
import type { PageRequest } from '#shared/http/schemas/pagination';
import type { TimeRange } from '#shared/http/schemas/time-range';
import type { AccountEnvironment } from '#shared/platform/scope';
import { walletLists } from './keys.ts';
import { type EntryType, fromLedgerItem, type LedgerEntry, placeAmong } from './ledger-entry.ts';

/** Which of its entries: of one type, made at or after `from` and at or before `to` (UTC timestamps). */
export interface LedgerFilter extends TimeRange {
  readonly type?: EntryType | undefined;
}

/** One page of a ledger, newest first, and how many entries match the filter in all. */
export interface LedgerPage {
  readonly entries: readonly LedgerEntry[];
  readonly total: number;
}

const entriesOf = ({ items }: { readonly items: readonly Item[] }): LedgerEntry[] => items.map(fromLedgerItem);

/** The numbered list of the entries of a ledger, or of those of one type. */
const numbered = ({ accountId, environment }: AccountEnvironment, type: EntryType | undefined) =>
  type === undefined
    ? {
        list: { partition: walletLists.ledger(accountId, environment), startsWith: walletLists.ledgerEntries },
        numbers: ({ first, last }: Numbers): RangeQuery => ({
          partition: walletLists.ledger(accountId, environment),
          between: walletLists.ledgerRange(first, last),
        }),
      }
    : {
        list: { index: 'gsi2' as const, partition: walletLists.ledgerOfType(accountId, environment, type) },
        numbers: ({ first, last }: Numbers): RangeQuery => ({
          index: 'gsi2',
          partition: walletLists.ledgerOfType(accountId, environment, type),
          between: numberRange(first, last),
        }),
      };

/**
 * Reads a page of a ledger. Entries are numbered without gaps, among all and among those of their type, so a page is a
 * range of numbers and a total is the number of the newest entry: every page of every filter costs the same, however
 * long the ledger is. At most two trips to the table, one for the first page without times.
 */
export const readLedgerPage = async (
  table: TableReader,
  owner: AccountEnvironment,
  { type, from, to }: LedgerFilter,
  request: PageRequest,
): Promise<LedgerPage> => {
  const { list, numbers } = numbered(owner, type);

  const readNewest = async (limit: number): Promise<LedgerEntry[]> =>
    entriesOf(await table.query({ ...list, descending: true, limit }));

  const placeOf = (entry: LedgerEntry | undefined): number => (entry ? placeAmong(entry, type) : 0);

  /** How many entries of the list there are in a range of times that begins with the ledger. */
  const countUntil = async (between: readonly [string, string]): Promise<number> => {
    const partition = walletLists.ledger(owner.accountId, owner.environment);
    const newest = await table.query({ index: 'gsi1', partition, between, descending: true, limit: 1 });
    return placeOf(entriesOf(newest)[0]);
  };

  const readNumbers = async (whole: Numbers): Promise<LedgerPage> => {
    // Indexes follow the table, and each other, by milliseconds.
    const total = Math.max(0, whole.last - whole.first + 1);
    const shown = pageOf(whole, request);
    if (shown.last < shown.first) return { entries: [], total };
    return { entries: entriesOf(await table.query({ ...numbers(shown), descending: true })), total };
  };

  if (from === undefined && to === undefined) {
    const isFirst = request.page === 1;
    const newest = await readNewest(isFirst ? request.limit : 1);
    const total = placeOf(newest[0]);
    return isFirst ? { entries: newest, total } : readNumbers({ first: 1, last: total });
  }
  const [before, last] = await Promise.all([
    from === undefined ? 0 : countUntil(walletLists.ledgerTimesBefore(from)),
    to === undefined ? readNewest(1).then(([newest]) => placeOf(newest)) : countUntil(walletLists.ledgerTimesUpTo(to)),
  ]);
  return readNumbers({ first: before + 1, last });
};
