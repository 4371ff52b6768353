import { numberRange } from '#shared/db/key-parts';
import { readTimedPage, type TimedList, type Times } from '#shared/db/lists/timed-list';
import type { TableReader } from '#shared/db/operations';
import type { PageRequest } from '#shared/http/schemas/pagination';
import type { AccountEnvironment } from '#shared/platform/scope';
import { walletLists } from './keys.ts';
import { type EntryType, fromLedgerItem, type LedgerEntry, placeAmong } from './ledger-entry.ts';

/** Which of its entries: of one type, made at or after `from` and at or before `to` (UTC timestamps). */
export interface LedgerFilter extends Times {
  readonly type?: EntryType | undefined;
}

/** One page of a ledger, newest first, and how many entries match the filter in all. */
export interface LedgerPage {
  readonly entries: readonly LedgerEntry[];
  readonly total: number;
}

/** The entries of a ledger, or those of one type, which have numbers of their own. */
const ledgerList = ({ accountId, environment }: AccountEnvironment, type: EntryType | undefined): TimedList => {
  const partition = walletLists.ledger(accountId, environment);
  const times = { index: 'gsi1', partition } as const;
  const numberOf: TimedList['numberOf'] = (item) => placeAmong(fromLedgerItem(item), type);
  if (type === undefined) {
    return {
      all: { partition, startsWith: walletLists.ledgerEntries },
      numbered: ({ first, last }) => ({ partition, between: walletLists.ledgerRange(first, last) }),
      times,
      numberOf,
    };
  }
  const ofType = { index: 'gsi2', partition: walletLists.ledgerOfType(accountId, environment, type) } as const;
  return {
    all: ofType,
    numbered: ({ first, last }) => ({ ...ofType, between: numberRange(first, last) }),
    times,
    numberOf,
  };
};

/**
 * Reads a page of a ledger: of all its entries or of one type, whose numbers are without gaps as well. At most two trips
 * to the table, one for the first page without times.
 */
export const readLedgerPage = async (
  table: TableReader,
  owner: AccountEnvironment,
  { type, from, to }: LedgerFilter,
  request: PageRequest,
): Promise<LedgerPage> => {
  const { items, total } = await readTimedPage(table, ledgerList(owner, type), { from, to }, request);
  return { entries: items.map(fromLedgerItem), total };
};
