import type { Item } from '#shared/db/expressions';
import { onLatest } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import { sweepOverdue } from '#shared/db/sweep-overdue';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { RENEWAL_SHARDS, watchLists } from './keys.ts';
import { readMonitored } from './monitored-vendor.ts';
import { type RenewalOutcome, renewal } from './renewal.ts';
import { fromWatchItem } from './watch.ts';
import { type MonthSnapshot, newerMonthSnapshot, readWatchPayment } from './watch-payment.ts';

/** The effects of a run. */
export interface RenewalEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Charges the next month of one due watch, or has it tried again later.
 *
 * @returns undefined when it was removed, or another run has handled it.
 */
const renewOne = async (
  item: Item,
  nowMs: number,
  { table, log }: RenewalEffects,
): Promise<RenewalOutcome | undefined> => {
  const due = { watch: fromWatchItem(item), place: String(item['gsi2sk']) };
  const { accountId, vendorId } = due.watch;
  const [payment, monitored] = await Promise.all([readWatchPayment(table, due.watch), readMonitored(table, vendorId)]);
  const attempt = async (snapshot: MonthSnapshot) => {
    const { outcome, operations } = renewal(due, snapshot, nowMs);
    return { result: await table.transact(operations), value: outcome };
  };
  const { result, value: outcome } = await onLatest({ ...payment, monitored }, attempt, newerMonthSnapshot(vendorId));
  if (!result.written) {
    if (result.refusals['watch']) return undefined;
    throw new Error('The month of a watch was refused by something that never refuses');
  }
  if (outcome === 'paused') log.warn('WATCH_PAUSED', { accountId, vendorId });
  return outcome;
};

/** Runs work one after the other for each key, and at the same time for different ones. */
const inTurn = () => {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const run = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, run);
    return run;
  };
};

/**
 * Charges the months of watches that are due. What it reads is in proportion to that, whatever else is watched. The watches
 * of one account come one after the other, since one wallet pays for them. Any number of runs may overlap, or end
 * anywhere: each month is charged once.
 *
 * @throws the first failure, once everything else is done; the next run retries.
 */
export const renewWatches = async (effects: RenewalEffects): Promise<void> => {
  const { clock, log, metrics } = effects;
  const nowMs = clock();
  const ofAccount = inTurn();
  const partitions = Array.from({ length: RENEWAL_SHARDS }, (_, shard) => watchLists.renewals(shard));
  const { results, failures } = await sweepOverdue(effects, partitions, nowMs, (item) =>
    ofAccount(String(item['accountId']), () => renewOne(item, nowMs, effects)),
  );
  const countOf = (...outcomes: readonly RenewalOutcome[]): number =>
    results.filter((result) => result !== undefined && outcomes.includes(result)).length;
  const count = countOf('renewed', 'resumed');
  if (count > 0) log.info('WATCHES_RENEWED', { count });
  metrics('WatchesRenewed', count);
  metrics('WatchesUnpaid', countOf('unpaid', 'paused'));
  if (failures.length > 0) throw failures[0];
};
