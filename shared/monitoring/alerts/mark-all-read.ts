import { readCountedPage } from '#shared/db/lists/counted-pages';
import type { Table, TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type ListedAlert, listedAlert } from './alert.ts';
import { alertsOfAccount, alertsOfVendor, cellsOf } from './alert-cells.ts';
import type { AlertFilter } from './alert-lists.ts';
import { alertReadings } from './alert-writes.ts';

/** Maximum number of alerts that one call marks as read. */
const MAX_MARKED = 100;

/** Maximum writes of one transaction (AWS: DynamoDB quotas). */
const MAX_WRITES = 100;

/** Unread alerts of an account. */
export interface UnreadAlerts {
  /** The newest of them, at most {@link MAX_MARKED}. */
  readonly newest: readonly ListedAlert[];
  readonly total: number;
}

/**
 * Reads the newest unread alerts of an account in an environment, and the number of all unread ones.
 *
 * @param filter its `vendorId` may be any text.
 */
export const readUnread = async (
  table: TableReader,
  place: AccountEnvironment,
  { vendorId, severity }: Omit<AlertFilter, 'read'>,
): Promise<UnreadAlerts> => {
  if (vendorId !== undefined && !isId('cmp', vendorId)) return { newest: [], total: 0 };
  const list = vendorId === undefined ? alertsOfAccount(place) : alertsOfVendor(place, vendorId);
  const cells = cellsOf({ severity, read: false });
  const { entries, total } = await readCountedPage(table, list, cells, { page: 1, limit: MAX_MARKED });
  return { newest: entries.map(listedAlert), total };
};

/**
 * Divides alerts into groups that fit into one transaction each. Alerts about one vendor share writes, so they stay
 * together.
 */
const inTransactions = (place: AccountEnvironment, listed: readonly ListedAlert[]): readonly ListedAlert[][] => {
  const fits = (part: readonly ListedAlert[]) =>
    Object.keys(alertReadings(place, part, 0).operations).length <= MAX_WRITES;
  const parts: ListedAlert[][] = [];
  for (const [, ofVendor] of Map.groupBy(listed, ({ alert }) => alert.vendorId)) {
    for (const alert of ofVendor) {
      const grown = [...(parts.at(-1) ?? []), alert];
      if (parts.length > 0 && fits(grown)) parts[parts.length - 1] = grown;
      else parts.push([alert]);
    }
  }
  return parts;
};

/**
 * Marks alerts as read in one transaction, except those that have been marked in the meantime. @returns how many it
 * marked.
 */
const markTogether = async (
  table: Pick<Table, 'transact'>,
  place: AccountEnvironment,
  listed: readonly ListedAlert[],
  nowMs: number,
): Promise<number> => {
  if (listed.length === 0) return 0;
  const result = await table.transact(alertReadings(place, listed, nowMs).operations);
  if (result.written) return listed.length;
  const unread = listed.filter((_, index) => !(`alert${index}` in result.refusals));
  if (unread.length === listed.length) throw new Error('The counts of alerts that are unread disagree with them');
  return markTogether(table, place, unread, nowMs);
};

/**
 * Marks unread alerts of an account as read, with the counts of their lists. The transactions run in sequence, because
 * they change the same counts.
 *
 * @returns how many it marked, without those that have been marked in the meantime.
 */
export const markAllRead = async (
  table: Pick<Table, 'transact'>,
  place: AccountEnvironment,
  listed: readonly ListedAlert[],
  nowMs: number,
): Promise<number> => {
  let marked = 0;
  for (const part of inTransactions(place, listed)) marked += await markTogether(table, place, part, nowMs);
  return marked;
};
