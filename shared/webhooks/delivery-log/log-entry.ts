import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { timeKey } from '#shared/db/key-parts';
import { cellEntry } from '#shared/db/lists/counted-list';
import type { JointList } from '#shared/db/lists/joint-counts';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import {
  DELIVERY_END_REASONS,
  DELIVERY_KEPT_SECONDS,
  type Delivery,
} from '#shared/webhooks/deliveries/records/delivery';
import { DELIVERY_STATUSES } from '#shared/webhooks/deliveries/records/delivery-states';
import { deliveryLogKeys, deliveryLogLists } from './keys.ts';
import { cellOf, LOG_COUNTS, type LogCell, partsOfCell } from './log-cells.ts';

/** How long entries are listed: as long as their deliveries are shown. */
const LISTED_MS = DELIVERY_KEPT_SECONDS * 1000;

/** How much longer entries and their counts are stored, so that the list is always complete. */
const STORED_LONGER_SECONDS = 2 * 24 * 60 * 60;

const entrySchema = v.object({
  deliveryId: v.string(),
  registrationId: v.string(),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  eventId: v.string(),
  event: v.string(),
  status: v.picklist(DELIVERY_STATUSES),
  attemptCount: v.number(),
  endedAt: v.optional(v.string()),
  endReason: v.optional(v.picklist(DELIVERY_END_REASONS)),
  /** Its permanent number in the log of its registration. */
  number: v.number(),
  /** When the delivery was planned, or later if the order of the numbers requires it. */
  createdAt: v.string(),
  /** The version of the delivery that it shows. */
  version: v.number(),
});

/** A delivery as the log of its registration shows it. */
export type LogEntry = v.InferOutput<typeof entrySchema>;

/** The entry that an item holds. */
export const fromLogItem = (item: Item): LogEntry => v.parse(entrySchema, item);

/** The log of a registration as a list whose cells are counted together (docs/decisions/0021, 0111). */
export const deliveryLog = (registrationId: string): JointList<LogCell> => ({
  ...LOG_COUNTS,
  partition: deliveryLogLists.log(registrationId),
  index: 'gsi1',
  cells: (cell) => {
    const { event, status } = partsOfCell(cell);
    return deliveryLogLists.cell(registrationId, event, status);
  },
});

/** When something written to the log now is deleted: after everything in it has left the list. */
export const storedUntil = (nowMs: number): number =>
  unixSeconds(nowMs) + DELIVERY_KEPT_SECONDS + STORED_LONGER_SECONDS;

/** The entry of a delivery at a place of the log. */
export const entryOf = (
  { deliveryId, registrationId, accountId, environment, eventId, event, ...delivery }: Delivery,
  { number, createdAt }: Pick<LogEntry, 'number' | 'createdAt'>,
): LogEntry => ({
  deliveryId,
  registrationId,
  accountId,
  environment,
  eventId,
  event,
  status: delivery.status,
  attemptCount: delivery.attemptCount,
  ...(delivery.endedAt !== undefined && { endedAt: delivery.endedAt }),
  ...(delivery.endReason !== undefined && { endReason: delivery.endReason }),
  number,
  createdAt,
  version: delivery.version,
});

/** The item of an entry, in its cell and by its time. */
export const toLogItem = (entry: LogEntry, nowMs: number): Item => ({
  ...deliveryLogKeys.entry(entry.deliveryId),
  ...entry,
  ...cellEntry(deliveryLog(entry.registrationId), cellOf(entry), entry.number),
  gsi2pk: deliveryLogLists.log(entry.registrationId),
  gsi2sk: timeKey(entry.createdAt, entry.number),
  expiresAtSeconds: storedUntil(nowMs),
});

/** Whether a delivery was planned so long ago that it is no longer listed. */
export const hasLeftTheList = ({ createdAt }: Pick<LogEntry, 'createdAt'>, nowMs: number): boolean =>
  Date.parse(createdAt) < nowMs - LISTED_MS;

/** The earliest time that is listed. */
export const listedFrom = (nowMs: number): string => isoTime(nowMs - LISTED_MS);
