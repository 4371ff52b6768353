import { findCompany } from '#shared/companies/transfer';
import { isOutage } from '#shared/db/outage';
import { fanOutEndWrite, fanOutRunsWrite, findFanOut } from '#shared/monitoring/vendors/fan-out-points';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import type { Watch } from '#shared/monitoring/watches/watch';
import {
  findWatch,
  WATCHER_SHARD_NUMBERS,
  type WatchersPage,
  watchersPage,
} from '#shared/monitoring/watches/watch-repository';
import { allEnded } from '#shared/platform/all-ended';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { subjectOf } from '#shared/platform/subject-ids';
import {
  type FanOutProgress,
  forgetProgress,
  fromProgressItem,
  progressWrite,
  readProgress,
} from './fan-out-progress.ts';
import type { FanOut, SendFanOut } from './fan-out-queue.ts';
import { type NotifyEffects, notifyWatcher, type VendorChange } from './notify-watcher.ts';

/** The effects of a fan-out. */
export interface FanOutEffects extends NotifyEffects {
  readonly send: SendFanOut;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** How much one message notifies. */
export interface FanOutBounds {
  /** Watchers that the first message notifies itself. More of them are notified by a worker for each shard. */
  readonly mostAtOnce: number;
  /** Pages of watchers that a worker notifies before it hands over to the next one: a bound on its time. */
  readonly pagesAStep: number;
}

const BOUNDS: FanOutBounds = { mostAtOnce: 50, pagesAStep: 4 };

/** How long a fan-out with many watchers runs before the sweep looks after it. */
const RUN_MS = 10 * 60_000;

/** How long the index of watchers may take to show one. Watchers that are missing are looked for that long. */
const INDEX_LAG_MS = 60_000;

/** The pause before watchers are looked for again. */
const AGAIN_SECONDS = 5;

/** Leaves a watcher to a message of its own, so that one that fails again and again keeps nobody else waiting. */
const setAside = async (
  { point }: VendorChange,
  { accountId, environment }: Watch,
  error: unknown,
  { send, log }: FanOutEffects,
): Promise<void> => {
  const { vendorId, number } = point;
  await send({ vendorId, number, watcher: { accountId, environment } }, AGAIN_SECONDS);
  log.error('WATCHER_SET_ASIDE', { vendorId, accountId, environment, ...errorFields(error) });
};

/** @throws the first failure of an outage, which fails them all; calling it again continues. */
const notifyAll = async (
  change: VendorChange,
  { watches, unreadable }: Pick<WatchersPage, 'watches' | 'unreadable'>,
  effects: FanOutEffects,
): Promise<void> => {
  for (const item of unreadable) {
    effects.log.error('WATCHER_UNREADABLE', { ...subjectOf(item), messageId: `${item.pk}/${item.sk}` });
    effects.metrics('ItemsSetAside', 1);
  }
  // Whoever began to watch after the report learns of it from the vendor's history.
  const due = watches.filter(({ monitoringSince }) => monitoringSince <= change.point.timestamp);
  const results = await Promise.allSettled(due.map((watch) => notifyWatcher(change, watch, effects)));
  const made = results.filter((result) => result.status === 'fulfilled' && result.value).length;
  if (made > 0) effects.metrics('AlertsCreated', made);
  const failures = results.flatMap((result, index) => {
    const watch = due[index];
    return result.status === 'rejected' && watch ? [{ watch, error: result.reason as unknown }] : [];
  });
  const outage = failures.find(({ error }) => isOutage(error));
  if (outage) throw outage.error;
  await allEnded(failures.map(({ watch, error }) => setAside(change, watch, error, effects)));
};

/** How many watchers a page has, readable or not. */
const countOf = ({ watches, unreadable }: WatchersPage): number => watches.length + unreadable.length;

/** Ends the fan-out, unless there are more active watches than the index has shown. */
const end = async ({ point }: VendorChange, progress: FanOutProgress, effects: FanOutEffects): Promise<void> => {
  const { table, clock, send, log } = effects;
  const { vendorId, number, timestamp } = point;
  const seen = [...progress.values()].reduce((sum, count) => sum + count, 0);
  const state = await readVendorState(table, vendorId);
  if (seen < (state?.activeWatches ?? 0) && clock() < Date.parse(timestamp) + INDEX_LAG_MS) {
    log.info('FAN_OUT_AGAIN', { vendorId, count: seen });
    await table.write(forgetProgress(vendorId, number));
    return send({ vendorId, number }, AGAIN_SECONDS);
  }
  const { written } = await table.write(fanOutEndWrite(point));
  if (written) log.info('FAN_OUT_ENDED', { vendorId, count: seen });
};

/** Records shards as done, and ends the fan-out with the last of them. */
const complete = async (change: VendorChange, done: FanOutProgress, effects: FanOutEffects): Promise<void> => {
  const { vendorId, number } = change.point;
  const result = await effects.table.write(progressWrite(vendorId, number, done, effects.clock()));
  const progress = fromProgressItem(result.written ? result.item : result.found);
  if (progress.size === WATCHER_SHARD_NUMBERS.length) await end(change, progress, effects);
};

/** Notifies the watchers of a vendor if they are few, or has a worker do it for each shard of them. */
const begin = async (change: VendorChange, effects: FanOutEffects, { mostAtOnce }: FanOutBounds): Promise<void> => {
  const { table, clock, send } = effects;
  const { vendorId, number } = change.point;
  const progress = await readProgress(table, vendorId, number);
  const open = await Promise.all(
    WATCHER_SHARD_NUMBERS.filter((shard) => !progress.has(shard)).map(async (shard) => ({
      shard,
      page: await watchersPage(table, vendorId, shard),
    })),
  );
  const watches = open.flatMap(({ page }) => page.watches);
  const seen = open.map(({ shard, page }) => [shard, countOf(page)] as const);
  if (watches.length <= mostAtOnce && open.every(({ page }) => page.next === undefined)) {
    await notifyAll(change, { watches, unreadable: open.flatMap(({ page }) => page.unreadable) }, effects);
    return complete(change, new Map(seen), effects);
  }
  await table.write(fanOutRunsWrite(change.point, clock() + RUN_MS));
  const filled = open.filter(({ page }) => countOf(page) > 0);
  await allEnded(filled.map(({ shard }) => send({ vendorId, number, part: { shard, seen: 0 } })));
  await complete(change, new Map(seen.filter(([, count]) => count === 0)), effects);
};

/** Notifies some pages of the watchers of one shard, and hands over to the next worker if there are more. */
const takePart = async (
  change: VendorChange,
  { shard, after: first, seen: seenBefore }: NonNullable<FanOut['part']>,
  effects: FanOutEffects,
  { pagesAStep }: FanOutBounds,
): Promise<void> => {
  const { vendorId, number } = change.point;
  let after = first;
  let seen = seenBefore;
  for (let pages = 0; pages < pagesAStep; pages++) {
    const page = await watchersPage(effects.table, vendorId, shard, after);
    const { next } = page;
    await notifyAll(change, page, effects);
    seen += countOf(page);
    if (!next) return complete(change, new Map([[shard, seen]]), effects);
    after = next;
  }
  await effects.send({ vendorId, number, part: { shard, after, seen } });
};

/** Notifies the one watcher that failed when its page was notified. Throws what it fails of: its message is tried again. */
const takeWatcher = async (
  change: VendorChange,
  place: NonNullable<FanOut['watcher']>,
  effects: FanOutEffects,
): Promise<void> => {
  const watch = await findWatch(effects.table, place, change.point.vendorId);
  if (watch) await notifyWatcher(change, watch, effects);
};

/**
 * Takes a step of notifying the watchers of a vendor of a change of its score ({@link notifyWatcher}). However often and
 * in whatever order messages arrive, and wherever a worker dies: each watcher is notified once, because its alert has
 * an id of its own, and the change stays in the list of those that the sweep looks after until the last shard is done.
 *
 * @param bounds smaller ones for tests.
 * @throws the first failure of an outage, once every other watcher of the page is notified; calling it again continues. A
 * watcher that fails otherwise is left to a message of its own.
 */
export const takeFanOutStep = async (
  step: FanOut,
  effects: FanOutEffects,
  bounds: FanOutBounds = BOUNDS,
): Promise<void> => {
  const { vendorId, number, part, watcher } = step;
  const [pending, company] = await Promise.all([
    findFanOut(effects.table, vendorId, number, watcher === undefined),
    findCompany(effects.table, vendorId),
  ]);
  if (!pending) return effects.log.info('FAN_OUT_REPEATED', { vendorId });
  if (!company) throw new Error('There is no company of a vendor whose score has changed');
  const change = { ...pending, vendorName: company.companyName };
  if (watcher) return takeWatcher(change, watcher, effects);
  return part ? takePart(change, part, effects, bounds) : begin(change, effects, bounds);
};
