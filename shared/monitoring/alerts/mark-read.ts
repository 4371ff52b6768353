import type { ItemReader, Table } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Alert, type ListedAlert, listedAlert } from './alert.ts';
import { alertReadings } from './alert-writes.ts';
import { alertKeys } from './keys.ts';

/**
 * Finds an alert of an account in an environment, strongly consistent. The owner is compared before the item is parsed,
 * so that the duration of a refusal reveals nothing about another account's alert.
 *
 * @param alertId any text.
 */
export const findOwnAlert = async (
  table: Pick<ItemReader, 'get'>,
  { accountId, environment }: AccountEnvironment,
  alertId: string,
): Promise<ListedAlert | undefined> => {
  const item = isId('al', alertId) ? await table.get(alertKeys.alert(alertId)) : undefined;
  return item?.['accountId'] === accountId && item['environment'] === environment ? listedAlert(item) : undefined;
};

/**
 * Marks an alert as read, with the counts of its lists; an alert that was read before stays unchanged.
 *
 * @param listed the alert as it was found.
 * @returns the alert as it is now.
 */
export const markRead = async (table: Pick<Table, 'transact'>, listed: ListedAlert, nowMs: number): Promise<Alert> => {
  if (listed.alert.read) return listed.alert;
  const { alerts, operations } = alertReadings(listed.alert, [listed], nowMs);
  const result = await table.transact(operations);
  const [alert] = alerts;
  if (result.written && alert) return alert;
  const found = result.written ? undefined : result.refusals['alert0']?.found;
  if (!found) throw new Error('The counts of an alert that is unread disagree with it');
  return listedAlert(found).alert;
};
