import type { Item } from '#shared/db/expressions';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { RENEWAL_SHARDS, watchLists } from './keys.ts';
import { readMonitored } from './monitored-vendor.ts';
import { renewDue } from './renew-due.ts';
import type { RenewalOutcome } from './renewal.ts';
import { fromWatchItem } from './watch.ts';
import { readWatchPayment } from './watch-payment.ts';

/**
 * Handles one due watch.
 *
 * @returns undefined when it was removed, or another run has handled it.
 */
const renewOne = async (
  item: Item,
  nowMs: number,
  { table, log }: SweepEffects,
): Promise<RenewalOutcome | undefined> => {
  const due = { watch: fromWatchItem(item), place: String(item['gsi4sk']) };
  const { accountId, vendorId } = due.watch;
  const [payment, monitored] = await Promise.all([readWatchPayment(table, due.watch), readMonitored(table, vendorId)]);
  const done = await renewDue(due, { ...payment, monitored }, ({ operations }) => table.transact(operations), nowMs);
  if (done?.outcome === 'paused') log.warn('WATCH_PAUSED', { accountId, vendorId });
  return done?.outcome;
};

/** Counts the results that have one of some outcomes. */
const countOutcomes =
  (...outcomes: readonly RenewalOutcome[]) =>
  (result: RenewalOutcome | undefined): number =>
    Number(result !== undefined && outcomes.includes(result));

/**
 * Charges each month that is due, once. The watches of one account are handled in sequence, because one wallet pays for
 * them.
 */
export const renewWatches = sweep({
  partitions: Array.from({ length: RENEWAL_SHARDS }, (_, shard) => watchLists.renewals(shard)),
  inTurnFor: ({ accountId }) => String(accountId),
  handle: renewOne,
  counts: { WatchesRenewed: countOutcomes('renewed', 'resumed'), WatchesUnpaid: countOutcomes('unpaid', 'paused') },
  logs: ['info', 'WATCHES_RENEWED'],
});
