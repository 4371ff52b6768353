import type { Item, Key } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import type { RangePage, RangeQuery } from '#shared/db/range-reader';
import type { AccountEnvironment } from '#shared/platform/scope';
import { walletKeys } from './keys.ts';
import { toLedgerItem } from './ledger-entry.ts';
import { fromWalletItem, unsettledEntries, type Wallet } from './wallet.ts';

/** Reads ranges of a ledger. */
export interface LedgerReader {
  query(range: RangeQuery): Promise<RangePage>;
}

/** Whether a range includes an item, or a key of the table. */
const isWithin = (item: Item | Key, range: RangeQuery): boolean => {
  const { index = '', partition, startsWith, between } = range;
  const attributes: Readonly<Record<string, unknown>> = { ...item };
  if (attributes[`${index}pk`] !== partition) return false;
  const sortKey = String(attributes[`${index}sk`]);
  if (startsWith !== undefined) return sortKey.startsWith(startsWith);
  return !between || (sortKey >= between[0] && sortKey <= between[1]);
};

/** Where a range continues after an item. */
const continuation = (item: Item, { index }: RangeQuery): Record<string, unknown> => ({
  pk: item.pk,
  sk: item.sk,
  ...(index && { [`${index}pk`]: item[`${index}pk`], [`${index}sk`]: item[`${index}sk`] }),
});

/** A page of what is settled, behind the unsettled entries: they are the newest of every list of a ledger. */
const merged = (page: RangePage, unsettled: readonly Item[], range: RangeQuery): RangePage => {
  const newest = unsettled.filter((item) => isWithin(item, range)).reverse();
  const known = new Set(newest.map(({ sk }) => sk));
  // An entry may be both: it is written before it is taken off the wallet.
  const items = [...newest, ...page.items.filter(({ sk }) => !known.has(sk))];
  const last = range.limit !== undefined && items.length > range.limit ? items[range.limit - 1] : undefined;
  return last ? { items: items.slice(0, range.limit), next: continuation(last, range) } : { ...page, items };
};

/** Whether a page lacks the newest settled entry of a wallet, because it was read just before that was written. */
const isOutdated = (
  { items: [newest] }: RangePage,
  { accountId, environment, settledCount }: Wallet,
  range: RangeQuery,
) => {
  if (range.index || settledCount === 0) return false;
  const key = walletKeys.ledgerEntry(accountId, environment, settledCount);
  return isWithin(key, range) && (newest === undefined || newest.sk < key.sk);
};

/**
 * Reads the ledger of a wallet as if all of its entries were settled. It reads the wallet along with the first range,
 * in the same trip, and adds the entries that only the wallet has. Ranges are read from their newest entry.
 */
export const wholeLedger = (table: Pick<TableReader, 'get' | 'query'>, owner: AccountEnvironment): LedgerReader => {
  let reading: Promise<Wallet | undefined> | undefined;
  const wallet = (): Promise<Wallet | undefined> => {
    reading ??= table
      .get(walletKeys.wallet(owner.accountId, owner.environment))
      .then((item) => item && fromWalletItem(item));
    return reading;
  };
  return {
    query: async (range) => {
      if (!range.descending) throw new TypeError('A ledger is read from its newest entry');
      // What follows the first items of a range is settled.
      if (range.after) return table.query(range);
      const [page, found] = await Promise.all([table.query(range), wallet()]);
      if (!found) return page;
      const current = isOutdated(page, found, range) ? await table.query(range) : page;
      return merged(current, unsettledEntries(found).map(toLedgerItem), range);
    },
  };
};
