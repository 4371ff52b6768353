import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import { padded } from '#shared/db/key-parts';
import type { ItemReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { FAN_OUT_SHARDS, vendorKeys, vendorLists } from './keys.ts';
import { fromEventItem, type MonitoringEvent } from './monitoring-event.ts';
import { fromPointItem, type ScorePoint } from './score-point.ts';

/** A change of a vendor's score that its watchers must be notified of, and its event. */
export interface PendingFanOut {
  readonly point: ScorePoint;
  readonly event: MonitoringEvent;
}

/** The partitions that list the points whose watchers have not all been notified. */
export const FAN_OUT_PARTITIONS: readonly string[] = Array.from({ length: FAN_OUT_SHARDS }, (_, shard) =>
  vendorLists.fanOuts(shard),
);

/**
 * Finds a point.
 *
 * @param pendingOnly whether to return undefined also for a point whose watchers have all been notified.
 */
export const findFanOutPoint = async (
  table: Pick<ItemReader, 'get'>,
  vendorId: string,
  number: number,
  pendingOnly: boolean,
): Promise<ScorePoint | undefined> => {
  const item = await table.get(vendorKeys.point(vendorId, number));
  return item && !(pendingOnly && item['gsi4pk'] === undefined) ? fromPointItem(item) : undefined;
};

/** Reads the event of a point. @throws Error when it has none. */
export const eventOfPoint = async (
  table: Pick<ItemReader, 'get'>,
  { vendorId, eventId }: Pick<ScorePoint, 'vendorId' | 'eventId'>,
): Promise<MonitoringEvent> => {
  const item = await table.get(vendorKeys.event(vendorId, eventId));
  if (!item) throw new Error('A point of a score history has no event');
  return fromEventItem(item);
};

/** The write that ends the fan-out of a point; it refuses when that has ended already. */
export const fanOutEndWrite = ({ vendorId, number }: Pick<ScorePoint, 'vendorId' | 'number'>): WriteOperation =>
  update(vendorKeys.point(vendorId, number), { remove: ['gsi4pk', 'gsi4sk'], when: { gsi4pk: 'exists' } });

const waitingSince = ({ vendorId, number }: Pick<ScorePoint, 'vendorId' | 'number'>, atMs: number): string =>
  `${isoTime(atMs)}~${vendorId}~${padded(number)}`;

/** The write that keeps the sweep from a point until a time, while its fan-out runs; it refuses when that has ended. */
export const fanOutRunsWrite = (point: Pick<ScorePoint, 'vendorId' | 'number'>, untilMs: number): WriteOperation =>
  update(vendorKeys.point(point.vendorId, point.number), {
    set: { gsi4sk: waitingSince(point, untilMs) },
    when: { gsi4pk: 'exists' },
  });

/**
 * The point of an item that the sweep found, and the write that takes it until a time. The write refuses when the point
 * has changed since, or another sweep has taken it.
 */
export const takeFanOutPoint = (
  overdue: Item,
  untilMs: number,
): { readonly point: ScorePoint; readonly write: WriteOperation } => {
  const point = fromPointItem(overdue);
  const write = update(vendorKeys.point(point.vendorId, point.number), {
    set: { gsi4sk: waitingSince(point, untilMs) },
    when: { gsi4sk: { equals: String(overdue['gsi4sk']) } },
  });
  return { point, write };
};
