import { type Item, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { isOutage } from '#shared/db/outage';
import { overduePages } from '#shared/db/overdue';
import { allEnded } from '#shared/platform/all-ended';
import { errorFields } from '#shared/platform/logger';
import { eventLists, UNPUBLISHED_SHARDS } from './keys.ts';
import { isLost } from './lost-events.ts';
import { overdueSince } from './outbox.ts';
import { entryOfItem } from './outbox-entry.ts';
import { placeUnpublished } from './outbox-search.ts';
import { type PublishEffects, publishOutbox } from './publish-outbox.ts';
import { type Handled, settleEntries } from './settle-outbox.ts';
import { settleSwept } from './settle-swept.ts';

/** How long a swept event is left alone: longer than a sweep may take, so that no two sweeps publish it. */
const SWEEP_AGAIN_AFTER_MS = 55_000;

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
 * Claims an overdue event for this sweep, unless it was published since it was read or another sweep has it.
 * If this sweep fails, another one finds the event again a while later.
 */
const claim = async (item: Item, nowMs: number, { table }: EventSweepEffects): Promise<boolean> => {
  const { pk, sk, gsi4sk, eventId } = item;
  const { written } = await table.write(
    update(
      { pk, sk },
      {
        set: { gsi4sk: overdueSince(String(eventId ?? sk), nowMs + SWEEP_AGAIN_AFTER_MS) },
        when: { gsi4sk: { equals: String(gsi4sk) } },
      },
    ),
  );
  return written;
};

/** What a sweep did. */
interface Swept {
  /** How many events it put on the bus or set aside. */
  count: number;
  /** Why it could not do so with others. */
  readonly failures: unknown[];
}

/**
 * Claims the items of a page for this sweep, and returns why others could not be claimed. Those are left to the next
 * sweep.
 */
const claimPage = async (items: readonly Item[], nowMs: number, effects: EventSweepEffects) => {
  const claimed: Item[] = [];
  const failures: unknown[] = [];
  const results = await Promise.allSettled(items.map((item) => claim(item, nowMs, effects)));
  for (const [index, result] of results.entries()) {
    const item = items[index];
    if (!item) continue;
    if (result.status === 'fulfilled') {
      if (result.value) claimed.push(item);
      continue;
    }
    effects.log.warn('ITEM_NOT_MOVED', { messageId: `${item.pk}/${item.sk}`, ...errorFields(result.reason) });
    failures.push(result.reason);
  }
  return { claimed, failures };
};

/**
 * Publishes the entries that are not settled yet. Two sweeps at once publish each event once.
 *
 * @throws NothingSwept, or the failure of an outage, once the others of the page are published; no further page is
 * tried then.
 */
const publishPage = async (
  items: readonly Item[],
  nowMs: number,
  swept: Swept,
  effects: EventSweepEffects,
): Promise<void> => {
  const { claimed, failures } = await claimPage(items, nowMs, effects);
  const entries = claimed.map(entryOfItem);
  const fates = await publishOutbox(entries, effects);
  const handled = entries.map((entry, index) => ({ entry, fate: fates[index] }));
  await settleSwept(handled, nowMs, effects);
  const count = fates.filter((fate) => fate !== undefined).length;
  swept.count += count;
  swept.failures.push(...failures);
  if (entries.length > 0 && count === 0) throw new NothingSwept();
  const outage = failures.find(isOutage);
  if (outage) throw outage;
};

/**
 * Handles entries that an earlier sweep settled without a number. Events that the stream has lost are numbered here, in
 * the order in which they happened. They are not claimed, which would change that order.
 */
const numberPage = async (items: readonly Item[], nowMs: number, effects: EventSweepEffects): Promise<void> => {
  const handled = items.map(
    (item): Handled => ({ entry: entryOfItem(item), fate: item['setAsideAt'] ? 'setAsideAt' : 'publishedAt' }),
  );
  const lost = handled.filter(({ entry }) => isLost(entry, nowMs) && !entry.isNumbered);
  const others = handled.filter((one) => !lost.includes(one));
  await settleSwept(others, nowMs, effects);
  const unnumbered = await settleEntries(lost, effects);
  if (unnumbered.size > 0) throw new NothingSwept();
};

/** An event that cannot be numbered does not keep others from being published. */
const sweepPage = async (
  items: readonly Item[],
  nowMs: number,
  swept: Swept,
  effects: EventSweepEffects,
): Promise<void> => {
  const [settled, open] = [true, false].map((wanted) => items.filter((item) => entryOfItem(item).isSettled === wanted));
  await allEnded([numberPage(settled ?? [], nowMs, effects), publishPage(open ?? [], nowMs, swept, effects)]);
};

const sweepShard = async (shard: number, swept: Swept, effects: EventSweepEffects): Promise<void> => {
  const nowMs = effects.clock();
  try {
    for await (const items of overduePages(effects.table, eventLists.unpublishedEvents(shard), nowMs)) {
      await sweepPage(items, nowMs, swept, effects);
    }
  } catch (error) {
    swept.failures.push(error);
  }
};

/**
 * Finds the events that the table's stream has not published in time, for whatever reason, and publishes them, oldest
 * first. An event that the table refuses does not keep others waiting. While the bus accepts nothing, or the table is
 * out of reach, only one page of each shard is tried.
 *
 * @throws the first failure, once everything else is done; the next sweep retries.
 */
export const sweepEvents = async (effects: EventSweepEffects): Promise<void> => {
  const swept: Swept = { count: 0, failures: [...(await placeUnpublished(effects))] };
  await Promise.all(Array.from({ length: UNPUBLISHED_SHARDS }, (_, shard) => sweepShard(shard, swept, effects)));
  const { count, failures } = swept;
  if (count > 0) effects.log.warn('EVENTS_SWEPT', { count });
  effects.metrics('EventsSwept', count);
  if (failures.length > 0) throw failures[0];
};
