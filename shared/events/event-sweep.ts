import { type Item, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { overduePages } from '#shared/db/overdue';
import { isInFeed } from './feed.ts';
import { eventLists, UNPUBLISHED_SHARDS } from './keys.ts';
import { isLost } from './lost-events.ts';
import { overdueSince, unnumberedWrite } from './outbox.ts';
import { entryOfItem } from './outbox-entry.ts';
import { type PublishEffects, publishOutbox } from './publish-outbox.ts';
import { type Handled, settleEntries, settleOne } from './settle-outbox.ts';

/** How long a swept event is left alone: longer than a sweep may take, so that no two of them publish it. */
const SWEEP_AGAIN_AFTER_MS = 55_000;

/** How often a sweep looks whether the stream has numbered an event that a sweep has published. */
const LOOK_AGAIN_AFTER_MS = 30 * 60_000;

/** The effects of a sweep. */
export interface EventSweepEffects extends PublishEffects {
  readonly table: Table;
}

/** The bus accepted nothing of what was swept. The next sweep retries. */
class NothingSwept extends Error {
  override readonly name = 'NothingSwept';

  constructor() {
    super('The event bus accepted none of the events that were swept');
  }
}

/**
 * Claims an overdue event for this sweep, unless it was published since the index was written or another sweep has it.
 * If this one fails, another finds the event again a while later.
 */
const claim = async (item: Item, nowMs: number, { table }: EventSweepEffects): Promise<boolean> => {
  const { pk, sk, gsi2sk, eventId } = item;
  const { written } = await table.write(
    update(
      { pk, sk },
      {
        set: { gsi2sk: overdueSince(String(eventId ?? sk), nowMs + SWEEP_AGAIN_AFTER_MS) },
        when: { gsi2sk: { equals: String(gsi2sk) } },
      },
    ),
  );
  return written;
};

/** Publishes what is not settled yet. Two sweeps at once publish each event once. */
const publishPage = async (items: readonly Item[], nowMs: number, effects: EventSweepEffects): Promise<number> => {
  const claims = await Promise.all(items.map((item) => claim(item, nowMs, effects)));
  const entries = items.filter((_, index) => claims[index]).map(entryOfItem);
  const fates = await publishOutbox(entries, effects);
  await Promise.all(entries.map((entry, index) => settleSwept({ entry, fate: fates[index] }, nowMs, effects)));
  const count = fates.filter((fate) => fate !== undefined).length;
  if (entries.length > 0 && count === 0) throw new NothingSwept();
  return count;
};

/**
 * Takes what is settled out of the index, unless it has no number in its feed: numbers are given by the stream, which
 * has the events in their order, as long as it may still have this one.
 */
const settleSwept = async (handled: Handled, nowMs: number, effects: EventSweepEffects): Promise<void> => {
  const { key, event, isNumbered } = handled.entry;
  if (!key || !handled.fate) return;
  if (event && isInFeed(event) && !isNumbered) {
    const again = { eventId: event.eventId, againAtMs: nowMs + LOOK_AGAIN_AFTER_MS };
    if ((await effects.table.write(unnumberedWrite(key, handled.fate, again, nowMs))).written) return;
  }
  await settleOne(handled, effects);
};

/**
 * Looks at what was settled by an earlier sweep, and had no number then. What the stream has lost is numbered here, in
 * the order in which it happened: it is not claimed, which would change that.
 */
const numberPage = async (items: readonly Item[], nowMs: number, effects: EventSweepEffects): Promise<void> => {
  const handled = items.map(
    (item): Handled => ({ entry: entryOfItem(item), fate: item['setAsideAt'] ? 'setAsideAt' : 'publishedAt' }),
  );
  const lost = handled.filter(({ entry }) => isLost(entry, nowMs) && !entry.isNumbered);
  const others = handled.filter((one) => !lost.includes(one));
  await Promise.all(others.map((one) => settleSwept(one, nowMs, effects)));
  const unnumbered = await settleEntries(lost, effects);
  if (unnumbered.size > 0) throw new NothingSwept();
};

const sweepPage = async (items: readonly Item[], nowMs: number, effects: EventSweepEffects): Promise<number> => {
  const [settled, open] = [true, false].map((wanted) => items.filter((item) => entryOfItem(item).isSettled === wanted));
  await numberPage(settled ?? [], nowMs, effects);
  return publishPage(open ?? [], nowMs, effects);
};

const sweepShard = async (shard: number, effects: EventSweepEffects, swept: (count: number) => void): Promise<void> => {
  const nowMs = effects.clock();
  for await (const items of overduePages(effects.table, eventLists.unpublishedEvents(shard), nowMs)) {
    swept(await sweepPage(items, nowMs, effects));
  }
};

/**
 * Publishes the events that the table's stream has not published in time, for whatever reason, oldest first. While the
 * bus accepts nothing, each shard is tried with one page only.
 *
 * @throws the first failure, once everything else is done; the next sweep retries.
 */
export const sweepEvents = async (effects: EventSweepEffects): Promise<void> => {
  let count = 0;
  const shards = Array.from({ length: UNPUBLISHED_SHARDS }, (_, shard) =>
    sweepShard(shard, effects, (swept) => {
      count += swept;
    }),
  );
  const results = await Promise.allSettled(shards);
  if (count > 0) effects.log.warn('EVENTS_SWEPT', { count });
  effects.metrics('EventsSwept', count);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};
