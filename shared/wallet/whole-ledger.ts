import type { Item, Key } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import type { RangePage, RangeQuery } from '#shared/db/range-reader';
import { once } from '#shared/platform/env';
import type { AccountEnvironment } from '#shared/platform/scope';
import { walletKeys, walletLists } from './keys.ts';
import { toLedgerItem } from './ledger-entry.ts';
import { fromWalletItem, unsettledEntries, type Wallet } from './wallet.ts';

/** Reads ranges of a ledger. */
export interface LedgerReader {
  query(range: RangeQuery): Promise<RangePage>;
}

/**
 * More entries than are settled while an index lags behind the table, which is usually for milliseconds: one wallet takes
 * about fifty postings a second.
 */
export const NEWEST_SETTLED = 100;

/** The newest settled entries of a ledger in the table, at most 18 read units. */
export const newestSettled = ({ accountId, environment }: AccountEnvironment): RangeQuery => ({
  partition: walletLists.ledger(accountId, environment),
  startsWith: walletLists.ledgerEntries,
  descending: true,
  limit: NEWEST_SETTLED,
});

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

/** Adds the newest entries of a ledger to a page, if its range includes them and it lacks them. */
const merged = (page: RangePage, newest: readonly Item[], range: RangeQuery): RangePage => {
  const sortName = `${range.index ?? ''}sk`;
  const all = [...page.items, ...newest.filter((item) => isWithin(item, range))];
  const items = [...new Map(all.map((item) => [item.sk, item])).values()].sort((one, other) =>
    String(one[sortName]) < String(other[sortName]) ? 1 : -1,
  );
  const last = range.limit !== undefined && items.length > range.limit ? items[range.limit - 1] : undefined;
  return last ? { items: items.slice(0, range.limit), next: continuation(last, range) } : { ...page, items };
};

/** Whether a page of the table was read before a settled entry was written. Several are written in any order. */
const isOutdated = (
  { items, next }: RangePage,
  { accountId, environment, settledCount }: Wallet,
  range: RangeQuery,
): boolean => {
  if (range.index) return false;
  const numbers = new Set(items.map(({ sequence }) => sequence));
  const oldest = next ? Number(items.at(-1)?.['sequence']) : 1;
  for (let number = settledCount; number >= oldest; number--) {
    if (!isWithin(walletKeys.ledgerEntry(accountId, environment, number), range)) return false;
    if (!numbers.has(number)) return true;
  }
  return false;
};

/**
 * Reads the ledger of a wallet as if all entries that the wallet had when it was read were settled, and there were no
 * others. One trip: the wallet is read along with the first range, and so are the newest entries of the table, which an
 * index may lack. Only what is settled in between takes another trip. Ranges are read from their newest entry.
 */
export const wholeLedger = (table: Pick<TableReader, 'get' | 'query'>, owner: AccountEnvironment): LedgerReader => {
  const { accountId, environment } = owner;
  const readWallet = once(async (): Promise<Wallet | undefined> => {
    const item = await table.get(walletKeys.wallet(accountId, environment));
    return item && fromWalletItem(item);
  });

  /** Leaves out what was posted after the wallet was read, because it may have holes, and reads on instead. */
  const upTo = async (wallet: Wallet, page: RangePage, range: RangeQuery): Promise<RangePage> => {
    const items = page.items.filter(({ sequence }) => Number(sequence) <= wallet.entryCount);
    const left = page.items.length - items.length;
    if (left === 0 || !page.next) return { ...page, items };
    const rest = { ...range, limit: left, after: page.next };
    const more = await upTo(wallet, await table.query(rest), rest);
    return { ...more, items: [...items, ...more.items] };
  };

  /** The settled entries of a range. */
  const readSettled = async (range: RangeQuery): Promise<RangePage> => {
    const [page, wallet] = await Promise.all([table.query(range), readWallet()]);
    if (!wallet) return page;
    return upTo(wallet, isOutdated(page, wallet, range) ? await table.query(range) : page, range);
  };

  const readNewest = once(() => readSettled(newestSettled(owner)));

  return {
    query: async (range) => {
      if (!range.descending) throw new TypeError('A ledger is read from its newest entry');
      // What follows the first items of a range is settled, and in every index.
      if (range.after) return table.query(range);
      const [page, newest, wallet] = await Promise.all([
        readSettled(range),
        range.index ? readNewest() : { items: [] },
        readWallet(),
      ]);
      return merged(page, [...newest.items, ...(wallet ? unsettledEntries(wallet).map(toLedgerItem) : [])], range);
    },
  };
};
