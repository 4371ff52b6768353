import { onLatest } from '#shared/db/latest';
import type { TransactionResult } from '#shared/db/named-operations';
import { type DueWatch, type Renewal, renewal } from './renewal.ts';
import { type MonthSnapshot, newerMonthSnapshot } from './watch-payment.ts';

/** How the month of a due watch is written. */
type WriteRenewal = (renewal: Renewal) => Promise<TransactionResult<'watch'>>;

/**
 * Charges the next month of a due watch, or has it tried again later.
 *
 * @returns undefined when it was removed, or somebody else has handled it.
 */
export const renewDue = async (
  due: DueWatch,
  snapshot: MonthSnapshot,
  write: WriteRenewal,
  nowMs: number,
): Promise<Renewal | undefined> => {
  const { vendorId } = due.watch;
  const attempt = async (latest: MonthSnapshot) => {
    const value = renewal(due, latest, nowMs);
    return { result: await write(value), value };
  };
  const { result, value } = await onLatest(snapshot, attempt, newerMonthSnapshot(due.watch, vendorId));
  if (result.written) return value;
  if (result.refusals.watch) return undefined;
  throw new Error('The month of a watch was refused by something that never refuses');
};
