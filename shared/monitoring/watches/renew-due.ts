import { onLatest } from '#shared/db/latest';
import type { TransactionResult } from '#shared/db/named-operations';
import { type DueWatch, type Renewal, renewal } from './renewal.ts';
import { type MonthSnapshot, newerMonthSnapshot } from './watch-payment.ts';

/** Writes a renewal. */
type WriteRenewal = (renewal: Renewal) => Promise<TransactionResult<'watch'>>;

/**
 * Charges the next month of a due watch, or schedules another attempt.
 *
 * @returns undefined when the watch was removed or handled by another run or request.
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
