import * as v from 'valibot';
import type { Bound } from '#shared/db/bound';
import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import { newestPage } from './feed-page.ts';
import { eventKeys } from './keys.ts';
import { eventSchema, type ServiceEvent } from './outbox.ts';
import { entryOfItem, type OutboxEntry } from './outbox-entry.ts';
import { eventsOfAccount } from './outbox-range.ts';
import { searchedUntilMs } from './outbox-search.ts';
import { feedOfEntry, type Handled } from './settle-outbox.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a stream of DynamoDB keeps a record. */
const STREAM_KEPT_MS = 24 * HOUR_MS;

/** How far clocks may differ, and how much later than the id of its event a transaction may be. */
const MARGIN_MS = 10 * MINUTE_MS;

/** Once a record is this old, the stream has stood still, and may have lost what it held before. */
const STANDSTILL_MS = HOUR_MS;

/**
 * The longest that a sweep takes to number an event that the stream has lost. What was lost longer than that before the
 * latest sweep is in its feed.
 */
const SWEPT_WITHIN_MS = 12 * HOUR_MS;

/** Events of one account that a standstill of days may lose: as many as fit into a container's memory. */
const LOST_BOUND: Bound = { most: 100_000, why: 'more would not fit into the memory of the function' };

const ageMs = ({ event }: OutboxEntry, nowMs: number): number => (event ? nowMs - Date.parse(event.occurredAt) : 0);

/** Whether the stream has lost an event: if it has not brought it by now, it never will. */
export const isLost = (entry: OutboxEntry, nowMs: number): boolean => ageMs(entry, nowMs) >= STREAM_KEPT_MS + MARGIN_MS;

/** When the last event of a feed happened; the beginning of time if it has none, or the last one has expired. */
const lastOccurredMs = async (
  table: Pick<Table, 'get' | 'query'>,
  { accountId, environment }: ServiceEvent,
): Promise<number> => {
  const last = (await newestPage(table, { accountId, environment }))?.eventIds.at(-1);
  const item = last === undefined ? undefined : await table.get(eventKeys.outboxEvent(accountId, last));
  return item ? Date.parse(v.parse(eventSchema, item).occurredAt) : 0;
};

const lostOfFeed = async (
  first: OutboxEntry,
  { table, clock }: { readonly table: Pick<Table, 'get' | 'query' | 'queryAll'>; readonly clock: Clock },
): Promise<readonly Handled[]> => {
  const nowMs = clock();
  const { event } = first;
  if (!event || ageMs(first, nowMs) < STANDSTILL_MS) return [];
  const untilMs = nowMs - STREAM_KEPT_MS;
  const [lastMs, sweptMs] = await Promise.all([lastOccurredMs(table, event), searchedUntilMs(table)]);
  const fromMs = Math.max(0, lastMs - MARGIN_MS, sweptMs - STREAM_KEPT_MS - SWEPT_WITHIN_MS);
  if (fromMs >= untilMs) return [];
  const lost = eventsOfAccount(event.accountId, [fromMs, untilMs], { feedNumber: 'missing' });
  const items = await table.queryAll(lost, LOST_BOUND);
  return items
    .map((item): Handled => ({ entry: entryOfItem(item), fate: item['publishedAt'] ? 'publishedAt' : undefined }))
    .filter(({ entry }) => feedOfEntry(entry) === feedOfEntry(first))
    .toSorted(({ entry: one }, { entry: other }) => ageMs(other, nowMs) - ageMs(one, nowMs));
};

/**
 * Finds the events that a stream which stood still for more than a day has lost from the feeds of some entries, and
 * that no sweep has numbered yet. They precede everything that the stream brings now. Costs nothing while the stream
 * runs.
 *
 * @param entries of the stream, in its order.
 */
export const lostBefore = async (
  entries: readonly OutboxEntry[],
  effects: Parameters<typeof lostOfFeed>[1],
): Promise<readonly Handled[]> => {
  const firsts = new Map<string, OutboxEntry>();
  for (const entry of entries) {
    const feed = feedOfEntry(entry);
    if (feed !== undefined && !firsts.has(feed)) firsts.set(feed, entry);
  }
  const lost = await Promise.all([...firsts.values()].map((first) => lostOfFeed(first, effects)));
  return lost.flat();
};
