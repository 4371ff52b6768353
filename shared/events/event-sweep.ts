import { type Item, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { overduePages } from '#shared/db/overdue';
import { eventLists, UNPUBLISHED_SHARDS } from './keys.ts';
import { overdueSince } from './outbox.ts';
import { entryOfItem } from './outbox-entry.ts';
import { type PublishEffects, publishOutbox } from './publish-outbox.ts';

/** How long a swept event is left alone: longer than a sweep may take, so that no two of them publish it. */
const SWEEP_AGAIN_AFTER_MS = 5 * 60_000;

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

const sweepPage = async (items: readonly Item[], nowMs: number, effects: EventSweepEffects): Promise<number> => {
  const claims = await Promise.all(items.map((item) => claim(item, nowMs, effects)));
  const claimed = items.filter((_, index) => claims[index]);
  const done = await publishOutbox(claimed.map(entryOfItem), effects);
  const count = done.filter(Boolean).length;
  if (claimed.length > 0 && count === 0) throw new NothingSwept();
  return count;
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
