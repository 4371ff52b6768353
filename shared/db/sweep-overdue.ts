import type { Item } from './expressions.ts';
import { overduePages } from './overdue.ts';
import type { RangeReader } from './range-reader.ts';

/** What a sweep did. */
export interface Swept<T> {
  /** The results of the items that were handled. */
  readonly results: readonly T[];
  /** Why items, or whole partitions, were not. */
  readonly failures: readonly unknown[];
}

/**
 * Handles the overdue items of some partitions of `gsi2` that are sorted by time: one partition after the other, each
 * page in parallel. A failure keeps nothing else from being handled.
 */
export const sweepOverdue = async <T>(
  table: RangeReader,
  partitions: readonly string[],
  nowMs: number,
  handle: (item: Item) => Promise<T>,
): Promise<Swept<T>> => {
  const results: T[] = [];
  const failures: unknown[] = [];
  for (const partition of partitions) {
    try {
      for await (const items of overduePages(table, partition, nowMs)) {
        for (const outcome of await Promise.allSettled(items.map(handle))) {
          if (outcome.status === 'fulfilled') results.push(outcome.value);
          else failures.push(outcome.reason);
        }
      }
    } catch (error) {
      failures.push(error);
    }
  }
  return { results, failures };
};
