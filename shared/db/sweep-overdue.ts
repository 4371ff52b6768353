import { isoTime } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { subjectOf } from '#shared/platform/subject-ids';
import { traced } from '#shared/platform/trace';
import { type Item, update } from './expressions.ts';
import type { Table } from './operations.ts';
import { isOutage } from './outage.ts';
import { overduePages } from './overdue.ts';

/** How long an item is left alone that a sweep failed at: behind everything else that is due. */
const SET_ASIDE_MS = 15 * 60_000;

/** The effects of a sweep, whatever it is about. */
export interface SweepEffects {
  readonly table: Pick<Table, 'query' | 'write'>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What a sweep did. */
export interface Swept<T> {
  /** The results of the items that were handled. */
  readonly results: readonly T[];
  /** Why items, or whole partitions, were not. */
  readonly failures: readonly unknown[];
}

/**
 * Moves an item behind the others after a failure that is its own: left at the head of its partition, enough of them
 * would keep everything else from being read. Not one that has moved on meanwhile, or that an outage failed, as it does
 * everything else.
 */
const setAside = async (item: Item, error: unknown, nowMs: number, effects: SweepEffects): Promise<void> => {
  if (isOutage(error)) return;
  const { table, log, metrics } = effects;
  const { pk, sk } = item;
  log.error('ITEM_SET_ASIDE', { messageId: `${pk}/${sk}`, ...errorFields(error) });
  metrics('ItemsSetAside', 1);
  try {
    await table.write(
      update(
        { pk, sk },
        {
          set: { gsi2sk: `${isoTime(nowMs + SET_ASIDE_MS)}~${sk}` },
          when: { gsi2sk: { equals: String(item['gsi2sk']) } },
        },
      ),
    );
  } catch (failure) {
    log.warn('ITEM_NOT_MOVED', { messageId: `${pk}/${sk}`, ...errorFields(failure) });
  }
};

/**
 * Handles the overdue items of some partitions of `gsi2` that are sorted by time: one partition after the other, each
 * page in parallel. A failure keeps nothing else from being handled: an item that cannot be read, or that is refused, is
 * reported and set aside for a while. Log lines have the ids of the item.
 */
export const sweepOverdue = async <T>(
  effects: SweepEffects,
  partitions: readonly string[],
  nowMs: number,
  handle: (item: Item) => Promise<T>,
): Promise<Swept<T>> => {
  const results: T[] = [];
  const failures: unknown[] = [];
  const handleOne = (item: Item): Promise<void> =>
    traced(subjectOf(item), async () => {
      try {
        results.push(await handle(item));
      } catch (error) {
        failures.push(error);
        await setAside(item, error, nowMs, effects);
      }
    });
  for (const partition of partitions) {
    try {
      for await (const items of overduePages(effects.table, partition, nowMs)) await Promise.all(items.map(handleOne));
    } catch (error) {
      failures.push(error);
    }
  }
  return { results, failures };
};
