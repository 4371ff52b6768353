import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { WATCHER_SHARDS } from '#shared/monitoring/watches/keys';
import { readMonitored } from '#shared/monitoring/watches/monitored-vendor';
import type { Watch } from '#shared/monitoring/watches/watch';
import { findWatch, watchersPage, watchRecord } from '#shared/monitoring/watches/watch-repository';
import type { Environment } from '#shared/platform/environments';
import { addEntries, entry, hold, ledgerOf, walletOwner } from '#tests/integration/wallet/support';
import { eventsOfAccount } from '#tests/support/outbox';
import { beginWatchFor, renewOnly } from '#tests/support/watches';

const table = serviceTable();

/** The price of a month. */
export const MONTH_KOBO = 100_000;

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** An account that has watched a vendor since a given time, with money for some more months. */
export const watchSince = async (startMs: number, months: number, environment: Environment = 'live') => {
  const accountId = await walletOwner();
  const place = { accountId, environment };
  const credit = (count: number) => addEntries(accountId, environment, [entry('credit', count * MONTH_KOBO)]);
  await credit(months + 1);
  const { vendorId } = await beginWatchFor(place, startMs);

  const watch = async (): Promise<Watch> => {
    const found = await findWatch(table, place, vendorId);
    if (!found) throw new Error('There is no such watch');
    return found;
  };
  const isWatcher = async (): Promise<boolean> => {
    const pages = Array.from({ length: WATCHER_SHARDS }, (_, shard) => watchersPage(table, vendorId, shard));
    return (await Promise.all(pages)).some(({ watches }) => watches.length > 0);
  };
  return {
    place,
    vendorId,
    credit,
    /** Puts a hold on a part of the wallet from a given time on, in kobo. */
    hold: (amountKobo: number, atMs: number) => hold(accountId, environment, amountKobo, atMs),
    watch,
    isWatcher,
    run: (nowMs: number, through?: Table) => renewOnly([accountId], nowMs, through),
    /** The first time at which a run finds it due: the one after its own time. */
    dueMs: async (): Promise<number> => {
      const item = await table.get(watchRecord(place, vendorId).key);
      return Date.parse(String(item?.['gsi4sk']).split('~')[0] ?? '') + 1;
    },
    /** The number of charged months, including the first. */
    chargedMonths: async (): Promise<number> =>
      (await ledgerOf(accountId, environment)).filter(({ actionKey }) => actionKey === 'vendor_monitoring_monthly')
        .length,
    activeWatches: async () => (await readMonitored(table, vendorId))?.state.activeWatches,
    pausedEvents: () => eventsOfAccount(accountId, 'monitoring.watch.paused'),
  };
};
