import type { Refusals } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { TRANSACTION_RETRY } from '#shared/db/retry';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { Alert, ListedAlert } from './alert.ts';
import { alertReadings } from './alert-writes.ts';

/** Tries of one transaction of which only counts refuse. */
const TRIES = 6;

/** The outcome of {@link readTogether}: all marked, or none, because at least one was read before. */
export type ReadTogether =
  | { readonly written: true; readonly alerts: readonly Alert[] }
  | { readonly written: false; readonly refusals: Refusals; readonly unread: readonly ListedAlert[] };

/**
 * Marks alerts as read in one transaction, with the counts of their lists. DynamoDB checks each condition at a moment
 * of its own, so a count may refuse for another call's transaction while an alert is still in it, which is a conflict
 * and no refusal. Then it is tried again, and the alert refuses.
 *
 * @returns the refusals of `alert<n>` for those that were read before, and the others as `unread`.
 * @throws Error when counts keep refusing although none of the alerts was read.
 */
export const readTogether = async (
  table: Pick<Table, 'transact'>,
  place: AccountEnvironment,
  listed: readonly ListedAlert[],
  nowMs: number,
): Promise<ReadTogether> => {
  const { alerts, operations } = alertReadings(place, listed, nowMs);
  for (let tries = 1; ; tries++) {
    const result = await table.transact(operations);
    if (result.written) return { written: true, alerts };
    const { refusals } = result;
    const unread = listed.filter((_, index) => !(`alert${index}` in refusals));
    if (unread.length < listed.length) return { written: false, refusals, unread };
    if (tries === TRIES) throw new Error('The counts of alerts that are unread disagree with them');
    await TRANSACTION_RETRY.wait(tries);
  }
};
