import * as v from 'valibot';
import { isKeyPart, numberRange, type Times, timesBetween } from '#shared/db/key-parts';
import { type ListPage, mapPage, type Page } from '#shared/db/lists/page';
import { readWhole } from '#shared/db/lists/read-ranges';
import { readTimedPage, readTimedWhole, type TimedList } from '#shared/db/lists/timed-list';
import type { TableReader } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';
import { filteredPage } from '#shared/http/filtered-page';
import { isoTime } from '#shared/platform/clock';
import { isId, timeOfId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { walletKeys, walletLists } from './keys.ts';
import { type EntryType, fromLedgerItem, type LedgerEntry, placeInLedger } from './ledger-entry.ts';
import { fromWalletItem, unsettledEntries } from './wallet.ts';
import { type LedgerReader, newestSettled, wholeLedger } from './whole-ledger.ts';

/**
 * A filter of ledger entries: by type, by action, by reference, and by time from `from` to `to`, both included (UTC
 * timestamps).
 */
export interface LedgerFilter extends Times {
  readonly type?: EntryType | undefined;
  readonly actionKey?: string | undefined;
  readonly reference?: string | undefined;
}

/**
 * Maximum entries that a filter by action reads, including those that do not match: those with one reference, or in its
 * range of times. About 830 read units, in five parallel calls.
 */
export const MAX_FILTERED_ENTRIES = 5_000;

/** The entries of a ledger, or those of one type, which have their own numbers. */
export const ledgerList = ({ accountId, environment }: AccountEnvironment, type: EntryType | undefined): TimedList => {
  const partition = walletLists.ledger(accountId, environment);
  const times = { index: 'gsi1', partition } as const;
  const numberOf: TimedList['numberOf'] = (item) => placeInLedger(fromLedgerItem(item), type);
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

const isMatch =
  ({ type, actionKey, from, to }: LedgerFilter) =>
  (entry: LedgerEntry): boolean =>
    (type === undefined || entry.type === type) &&
    (actionKey === undefined || entry.actionKey === actionKey) &&
    (from === undefined || entry.createdAt >= from) &&
    (to === undefined || entry.createdAt <= to);

/** All entries that a filter by action or reference has to read; undefined if there are too many. */
const readFiltered = async (
  table: LedgerReader,
  owner: AccountEnvironment,
  { type, reference, from, to }: LedgerFilter,
): Promise<readonly LedgerEntry[] | undefined> => {
  if (reference === undefined) {
    const whole = await readTimedWhole(table, ledgerList(owner, type), { from, to }, MAX_FILTERED_ENTRIES);
    return whole?.items.map(fromLedgerItem);
  }
  if (!isKeyPart(reference)) return [];
  const partition = walletLists.ledgerOfReference(owner.accountId, owner.environment, reference);
  return readWhole(table, [{ index: 'gsi3', partition }], fromLedgerItem, MAX_FILTERED_ENTRIES);
};

/**
 * Reads a page of a ledger.
 *
 * - All entries, or those of one type: at most two trips, one for the first page without times. Both are numbered
 *   without gaps.
 * - By reference: one trip.
 * - By action: two trips, which read the range of times.
 *
 * @throws ApiError RANGE_TOO_LONG for a filter by action of more than {@link MAX_FILTERED_ENTRIES} entries.
 */
export const readLedgerPage = async (
  table: TableReader,
  owner: AccountEnvironment,
  filter: LedgerFilter,
  request: ListPage,
): Promise<Page<LedgerEntry>> => {
  const { type, actionKey, reference, from, to } = filter;
  const ledger = wholeLedger(table, owner);
  if (actionKey === undefined && reference === undefined) {
    return mapPage(await readTimedPage(ledger, ledgerList(owner, type), { from, to }, request), fromLedgerItem);
  }
  return filteredPage(await readFiltered(ledger, owner, filter), isMatch(filter), request);
};

/** The last time that a timestamp with a four-digit year can express. A made-up id may contain a later one. */
const LATEST_ID_MS = Date.UTC(9999, 11, 31);

const readPostedNumber = async (
  table: TableReader,
  { accountId, environment }: AccountEnvironment,
  id: string,
): Promise<number | undefined> => {
  const item = await table.get(walletKeys.postedEntry(accountId, environment, id));
  return item && v.parse(v.number(), item['sequence']);
};

const readUnsettled = async (
  table: TableReader,
  { accountId, environment }: AccountEnvironment,
): Promise<readonly LedgerEntry[]> => {
  const item = await table.get(walletKeys.wallet(accountId, environment));
  return item ? unsettledEntries(fromWalletItem(item)) : [];
};

/**
 * Finds an entry of any of these ledgers by its id, which contains its time. One trip; a second one for an entry whose
 * time was moved when it was settled, or that the index by time does not list, because it was settled just now.
 */
export const findTransaction = async (
  table: TableReader,
  owners: readonly AccountEnvironment[],
  id: string,
): Promise<LedgerEntry | undefined> => {
  if (!isId('txn', id)) return undefined;
  const atMs = timeOfId(id);
  if (atMs > LATEST_ID_MS) return undefined;
  const ofEach = async <T>(read: (owner: AccountEnvironment) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(owners.map(read));
  const entriesIn = async (rangeOf: (owner: AccountEnvironment) => RangeQuery): Promise<readonly LedgerEntry[]> => {
    const pages = await ofEach((owner) => table.query(rangeOf(owner)));
    return pages.flatMap(({ items }) => items.filter((one) => one['id'] === id).map(fromLedgerItem));
  };
  const at = isoTime(atMs);
  const [listed, unsettled, numbers] = await Promise.all([
    entriesIn((owner) => ({ ...ledgerList(owner, undefined).times, between: timesBetween({ from: at, to: at }) })),
    ofEach((owner) => readUnsettled(table, owner)),
    ofEach((owner) => readPostedNumber(table, owner, id)),
  ]);
  const found = [...listed, ...unsettled.flat()].find((entry) => entry.id === id);
  if (found) return found;
  const number = numbers.find((one) => one !== undefined);
  const [entry] = await entriesIn((owner) =>
    number === undefined
      ? newestSettled(owner)
      : ledgerList(owner, undefined).numbered({ first: number, last: number }),
  );
  return entry;
};
