import { findCompany } from '#shared/companies/transfer';
import { isOutage } from '#shared/db/outage';
import {
  eventOfPoint,
  fanOutEndWrite,
  fanOutRunsWrite,
  findFanOutPoint,
} from '#shared/monitoring/vendors/fan-out-points';
import { readVendorState, type VendorState } from '#shared/monitoring/vendors/vendor-state';
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
import { type NotifyEffects, notifyWatcher, readWatcher, type VendorChange } from './notify-watcher.ts';

/** The effects of a fan-out. */
export interface FanOutEffects extends NotifyEffects {
  readonly send: SendFanOut;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Limits on what one message notifies. */
export interface FanOutBounds {
  /**
   * Maximum number of watchers that the first message notifies itself. If there are more, a worker notifies each shard.
   */
  readonly mostAtOnce: number;
  /** Maximum pages of watchers that a worker notifies before it hands over to the next: this limits its time. */
  readonly pagesAStep: number;
}

const BOUNDS: FanOutBounds = { mostAtOnce: 50, pagesAStep: 4 };

/** How long a fan-out with many watchers runs before the sweep checks on it. */
const RUN_MS = 10 * 60_000;

/** How long the index may take to list a watch. A fan-out looks for missing watchers for that long. */
const INDEX_LAG_MS = 60_000;

/** Delay before it looks for missing watchers again. */
const RETRY_SECONDS = 5;

/** A change whose event is read with the watchers. */
type PointOfVendor = Omit<VendorChange, 'event'>;

/** Queues a separate message for a watcher, so that one that keeps failing does not block others. */
const setAside = async (
  { point }: PointOfVendor,
  { accountId, environment }: Watch,
  error: unknown,
  { send, log }: FanOutEffects,
): Promise<void> => {
  const { vendorId, number } = point;
  await send({ vendorId, number, watcher: { accountId, environment } }, RETRY_SECONDS);
  log.error('WATCHER_SET_ASIDE', { vendorId, accountId, environment, ...errorFields(error) });
};

/** Reads what notifying each of these watchers takes, in one trip, and notifies them. */
const notifyEach = ({ point, vendorName }: PointOfVendor, watches: readonly Watch[], effects: FanOutEffects) => {
  const reading = watches.length === 0 ? undefined : eventOfPoint(effects.table, point);
  return Promise.allSettled(
    watches.map(async (watch) => {
      const [event, watcher] = await Promise.all([reading, readWatcher(effects.table, point, watch)]);
      return event !== undefined && notifyWatcher({ point, vendorName, event }, watcher, effects);
    }),
  );
};

/** @throws the first failure of an outage, which affects all watchers; calling it again continues. */
const notifyAll = async (
  change: PointOfVendor,
  { watches, unreadable }: Pick<WatchersPage, 'watches' | 'unreadable'>,
  effects: FanOutEffects,
): Promise<void> => {
  for (const item of unreadable) {
    effects.log.error('WATCHER_UNREADABLE', { ...subjectOf(item), messageId: `${item.pk}/${item.sk}` });
    effects.metrics('ItemsSetAside', 1);
  }
  // An account that began to watch after the report sees it in the vendor's history.
  const due = watches.filter(({ monitoringSince }) => monitoringSince <= change.point.timestamp);
  const results = await notifyEach(change, due, effects);
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

/** The number of watchers of a page, readable or not. */
const countOf = ({ watches, unreadable }: WatchersPage): number => watches.length + unreadable.length;

/** Ends the fan-out, unless there are more active watches than the index has listed. */
const end = async (
  { point }: PointOfVendor,
  progress: FanOutProgress,
  state: VendorState | undefined,
  { table, clock, send, log }: FanOutEffects,
): Promise<void> => {
  const { vendorId, number, timestamp } = point;
  const seen = [...progress.values()].reduce((sum, count) => sum + count, 0);
  if (seen < (state?.activeWatches ?? 0) && clock() < Date.parse(timestamp) + INDEX_LAG_MS) {
    log.info('FAN_OUT_AGAIN', { vendorId, count: seen });
    await table.write(forgetProgress(vendorId, number));
    return send({ vendorId, number }, RETRY_SECONDS);
  }
  const { written } = await table.write(fanOutEndWrite(point));
  if (written) log.info('FAN_OUT_ENDED', { vendorId, count: seen });
};

/** Records shards as done, and ends the fan-out with the last of them. */
const complete = async (change: PointOfVendor, done: FanOutProgress, effects: FanOutEffects): Promise<void> => {
  const { vendorId, number } = change.point;
  // A watch that began before the change is counted in the state, whenever it is read.
  const [result, state] = await allEnded([
    effects.table.write(progressWrite(vendorId, number, done, effects.clock())),
    readVendorState(effects.table, vendorId),
  ]);
  const progress = fromProgressItem(result.written ? result.item : result.found);
  if (progress.size === WATCHER_SHARD_NUMBERS.length) await end(change, progress, state, effects);
};

/** What the first message of a fan-out starts from. */
interface Beginning {
  readonly progress: FanOutProgress;
  readonly state: VendorState | undefined;
  /** The first page of each shard. */
  readonly pages: readonly WatchersPage[];
}

const readBeginning = async (
  table: FanOutEffects['table'],
  { vendorId, number }: Pick<FanOut, 'vendorId' | 'number'>,
): Promise<Beginning> => {
  const [progress, state, pages] = await Promise.all([
    readProgress(table, vendorId, number),
    readVendorState(table, vendorId),
    Promise.all(WATCHER_SHARD_NUMBERS.map((shard) => watchersPage(table, vendorId, shard))),
  ]);
  return { progress, state, pages };
};

/** Notifies the watchers of a vendor if there are few, or queues a message for each shard of them. */
const begin = async (
  change: PointOfVendor,
  { progress, state, pages }: Beginning,
  effects: FanOutEffects,
  { mostAtOnce }: FanOutBounds,
): Promise<void> => {
  const { table, clock, send } = effects;
  const { vendorId, number } = change.point;
  const open = pages.map((page, shard) => ({ shard, page })).filter(({ shard }) => !progress.has(shard));
  const watches = open.flatMap(({ page }) => page.watches);
  const seen = open.map(({ shard, page }) => [shard, countOf(page)] as const);
  if (watches.length <= mostAtOnce && open.every(({ page }) => page.next === undefined)) {
    await notifyAll(change, { watches, unreadable: open.flatMap(({ page }) => page.unreadable) }, effects);
    // Nobody else waits for these shards, so their progress need not be kept.
    return end(change, new Map([...progress, ...seen]), state, effects);
  }
  await table.write(fanOutRunsWrite(change.point, clock() + RUN_MS));
  const filled = open.filter(({ page }) => countOf(page) > 0);
  await allEnded(filled.map(({ shard }) => send({ vendorId, number, part: { shard, seen: 0 } })));
  await complete(change, new Map(seen.filter(([, count]) => count === 0)), effects);
};

/** Notifies some pages of the watchers of one shard, and hands over to the next worker if there are more. */
const takePart = async (
  change: PointOfVendor,
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

/** Notifies the one watcher that failed with its page. It throws on failure, so that the message is retried. */
const takeWatcher = async (
  change: PointOfVendor,
  place: NonNullable<FanOut['watcher']>,
  effects: FanOutEffects,
): Promise<void> => {
  const watch = await findWatch(effects.table, place, change.point.vendorId);
  const [result] = await notifyEach(change, watch ? [watch] : [], effects);
  if (result?.status === 'rejected') throw result.reason;
};

/**
 * Takes one step of notifying a vendor's watchers of a change of its score ({@link notifyWatcher}). Each watcher is
 * notified once, however often and in whatever order messages arrive and wherever a worker dies: the id of its alert is
 * fixed, and the change stays in the sweep's list until the last shard is done.
 *
 * @param bounds smaller ones for tests.
 * @throws the first failure of an outage, after every other watcher of the page is notified; calling it again
 * continues. A watcher that fails otherwise gets a message of its own.
 */
export const takeFanOutStep = async (
  step: FanOut,
  effects: FanOutEffects,
  bounds: FanOutBounds = BOUNDS,
): Promise<void> => {
  const { vendorId, number, part, watcher } = step;
  const { table, log } = effects;
  const isFirst = part === undefined && watcher === undefined;
  const [point, company, beginning] = await Promise.all([
    findFanOutPoint(table, vendorId, number, watcher === undefined),
    findCompany(table, vendorId),
    isFirst ? readBeginning(table, step) : undefined,
  ]);
  if (!point) return log.info('FAN_OUT_REPEATED', { vendorId });
  if (!company) throw new Error('There is no company of a vendor whose score has changed');
  const change = { point, vendorName: company.companyName };
  if (watcher) return takeWatcher(change, watcher, effects);
  if (part) return takePart(change, part, effects, bounds);
  if (beginning) await begin(change, beginning, effects, bounds);
};
