import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Item, put, remove, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { unixSeconds } from '#shared/platform/clock';
import type { EventKindName } from './event-kinds.ts';
import { vendorKeys } from './keys.ts';
import type { MonitoringEvent } from './monitoring-event.ts';

/** How long another event of the same vendor, kind, source and address counts as a repetition. */
const REPEAT_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/** A source in the form that is compared: without case and superfluous space. */
const comparable = (source: string): string => source.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** What a repeated event is recognised by. */
export interface EventFingerprint {
  readonly vendorId: string;
  readonly kind: EventKindName;
  readonly source: string;
  readonly url?: string | null | undefined;
}

const keyOf = ({ vendorId, kind, source, url }: EventFingerprint) =>
  vendorKeys.recentEvent(
    vendorId,
    kind,
    createHash('sha256')
      .update(JSON.stringify([comparable(source), url?.trim() || null]))
      .digest('base64url')
      .slice(0, 22),
  );

const recentEventSchema = v.object({ eventId: v.string(), untilMs: v.number() });

/** The event that a similar one repeats until a given time: same vendor, kind, source and address. */
export type RecentEvent = v.InferOutput<typeof recentEventSchema>;

/** Parses the stored reference to a recent event. */
export const fromRecentEventItem = (item: Item): RecentEvent => v.parse(recentEventSchema, item);

/** Reads the event that a similar one would repeat now; undefined when there is none. */
export const readRecentEvent = async (
  table: Pick<ItemReader, 'get'>,
  recognised: EventFingerprint,
  nowMs: number,
): Promise<RecentEvent | undefined> => {
  const item = await table.get(keyOf(recognised));
  const recent = item && fromRecentEventItem(item);
  return recent && recent.untilMs > nowMs ? recent : undefined;
};

/**
 * The write that makes an event the one that similar events repeat for 7 days; it refuses while there is another such
 * event.
 */
export const recentEventWrite = (
  { eventId, createdAt, ...recognised }: EventFingerprint & Pick<MonitoringEvent, 'eventId' | 'createdAt'>,
  nowMs: number,
): WriteOperation => {
  const untilMs = Date.parse(createdAt) + REPEAT_WINDOW_MS;
  return put(
    {
      ...keyOf(recognised),
      eventId,
      untilMs,
      expiresAtSeconds: unixSeconds(untilMs) + 1,
    },
    { untilMs: { missingOr: { atMost: nowMs } } },
  );
};

/**
 * The write after which no event repeats this one, so that the next similar event counts. Undefined once its 7 days are
 * over: another event may have taken its place.
 */
export const forgetRecentEvent = (event: MonitoringEvent, nowMs: number): WriteOperation | undefined => {
  const { vendorId, kind, source, url, eventId, createdAt } = event;
  if (source === null || Date.parse(createdAt) + REPEAT_WINDOW_MS <= nowMs) return undefined;
  return remove(keyOf({ vendorId, kind, source, url }), { eventId: { missingOr: { equals: eventId } } });
};
