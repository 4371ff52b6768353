import { serviceTable } from '#shared/db/client';
import type { Item } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type Alert, alertIdOf, toAlertItem } from '#shared/monitoring/alerts/alert';
import { alertsOfAccount, alertsOfVendor, cellOf } from '#shared/monitoring/alerts/alert-cells';
import { readHeads } from '#shared/monitoring/alerts/alert-lists';
import { alertAddition, type NewAlert } from '#shared/monitoring/alerts/alert-writes';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { jointCountsOf } from './counted-lists.ts';

const TEXTS = {
  vendorName: 'Adire Textiles Limited',
  title: 'Directors changed',
  message: 'Adire Textiles Limited has had a change of directors.',
  whatChanged: 'Musa Bello is no longer a director.',
} as const;

/** Writes an alert of an account into the table, as if the account had been alerted to an event. */
export const createAlertFor = async (
  { accountId, environment }: AccountEnvironment,
  overrides: Partial<Pick<NewAlert, 'vendorId' | 'severity' | 'whatChanged'>> = {},
  table: Pick<Table, 'get' | 'transact'> = serviceTable(),
): Promise<Alert> => {
  const nowMs = Date.now();
  const eventId = newId('evt', nowMs);
  const added = {
    id: alertIdOf(accountId, eventId, nowMs),
    accountId,
    environment,
    vendorId: newId('cmp', nowMs),
    eventId,
    severity: 'MEDIUM',
    ...TEXTS,
    ...overrides,
  } as const;
  const heads = await readHeads(table, added, added.vendorId);
  const { alert, operations } = alertAddition(added, heads, nowMs);
  const result = await table.transact(operations);
  if (!result.written) throw new Error('The alert was refused');
  return alert;
};

/** The state of the alert with this number. */
export type AlertState = Pick<Alert, 'severity' | 'read'>;

/**
 * The items of alerts 1 to `length` of an account about one vendor, with the heads and counts of both lists, for tests
 * that write them all at once.
 */
export function* storedAlerts(
  { accountId, environment }: AccountEnvironment,
  vendorId: string,
  length: number,
  stateOf: (number: number) => AlertState,
): Generator<Item> {
  const startMs = Date.now() - length;
  for (let number = 1; number <= length; number++) {
    const createdAt = isoTime(startMs + number);
    const alert: Alert = {
      id: newId('al', startMs + number),
      accountId,
      environment,
      vendorId,
      eventId: newId('evt', startMs + number),
      ...TEXTS,
      ...stateOf(number),
      createdAt,
      updatedAt: createdAt,
    };
    yield toAlertItem(alert, { ofAccount: number, ofVendor: number });
  }
  const cellAt = (number: number) => cellOf(stateOf(number).severity, stateOf(number).read);
  yield* jointCountsOf(alertsOfAccount({ accountId, environment }), length, cellAt);
  const unread = Array.from({ length }, (_, index) => stateOf(index + 1)).filter(({ read }) => !read).length;
  for (const item of jointCountsOf(alertsOfVendor({ accountId, environment }, vendorId), length, cellAt)) {
    yield item.sk === 'HEAD' ? { ...item, unread } : item;
  }
}
