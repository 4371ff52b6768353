import { type Clock, isoTime } from '#shared/platform/clock';
import type { LogCode } from '#shared/platform/log-codes';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { MetricName, Metrics } from '#shared/platform/metrics';
import { subjectOf } from '#shared/platform/subject-ids';
import { traced } from '#shared/platform/trace';
import { type Item, update } from './expressions.ts';
import type { Table } from './operations.ts';
import { isOutage } from './outage.ts';
import { overduePages } from './overdue.ts';

/** How long an item that a sweep failed to handle is left alone, behind everything else that is due. */
const SET_ASIDE_MS = 15 * 60_000;

/** The effects that every sweep needs. */
export interface SweepEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A sweep as data: what is due, how each item is handled, and what is counted and logged. */
export interface Sweep<Fx extends SweepEffects, Result> {
  /** The partitions of `gsi4` that list what is due, sorted by time. */
  readonly partitions: readonly string[];
  /** How long after its time an item is due. When undefined, at once. */
  readonly graceMs?: number;
  /** Whether the partitions are swept in parallel. When undefined, one after another. */
  readonly isParallel?: boolean;
  /**
   * The group of an item: items of a page in one group are handled one after another. When undefined, all are handled
   * in parallel.
   */
  readonly inTurnFor?: (item: Item) => string;
  /** Takes a due item, unless another run has it, and handles it. */
  readonly handle: (item: Item, nowMs: number, effects: Fx) => Promise<Result>;
  /** What each result counts for, by metric. The first is also logged. */
  readonly counts: Readonly<Partial<Record<MetricName, (result: Result) => number>>>;
  /** The log line of a run that counted something. */
  readonly logs: readonly [level: 'info' | 'warn', code: LogCode];
}

/**
 * Moves an item behind the others after a failure of its own. Left at the head of its partition, enough such items
 * would keep all others from being read. An item that has since moved on is not moved, nor is one that an outage
 * failed: an outage fails everything else too.
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
          set: { gsi4sk: `${isoTime(nowMs + SET_ASIDE_MS)}~${sk}` },
          when: { gsi4sk: { equals: String(item['gsi4sk']) } },
        },
      ),
    );
  } catch (failure) {
    log.warn('ITEM_NOT_MOVED', { messageId: `${pk}/${sk}`, ...errorFields(failure) });
  }
};

/** Groups the items of a page; the items of a group are handled one after another. */
const groupsOf = (items: readonly Item[], inTurnFor: ((item: Item) => string) | undefined): readonly Item[][] =>
  inTurnFor ? [...Map.groupBy(items, inTurnFor).values()] : items.map((item) => [item]);

/**
 * Makes a sweep, by which every schedule finds what is overdue. It reads the overdue items of its partitions, oldest
 * first and page by page, so its cost is in proportion to what is due. A failure does not keep other items from being
 * handled: an item that cannot be read, or that is refused, is reported and set aside for a while. Log lines contain
 * the ids of the item. Any number of runs may overlap, and may end anywhere.
 *
 * @returns a run over effects. Once everything else is done, it throws the first failure; the next run tries again.
 */
// @__NO_SIDE_EFFECTS__
export function sweep<Fx extends SweepEffects, Result>(swept: Sweep<Fx, Result>): (effects: Fx) => Promise<void> {
  const { partitions, graceMs = 0, isParallel, inTurnFor, handle, counts, logs } = swept;
  return async (effects) => {
    const { table, clock, log, metrics } = effects;
    const nowMs = clock();
    const results: Result[] = [];
    const failures: unknown[] = [];
    const handleOne = (item: Item): Promise<void> =>
      traced(subjectOf(item), async () => {
        try {
          results.push(await handle(item, nowMs, effects));
        } catch (error) {
          failures.push(error);
          await setAside(item, error, nowMs - graceMs, effects);
        }
      });
    const handlePage = (items: readonly Item[]): Promise<unknown> =>
      Promise.all(
        groupsOf(items, inTurnFor).map(async (group) => {
          for (const item of group) await handleOne(item);
        }),
      );
    const sweepPartition = async (partition: string): Promise<void> => {
      try {
        for await (const items of overduePages(table, partition, nowMs - graceMs)) await handlePage(items);
      } catch (error) {
        failures.push(error);
      }
    };
    if (isParallel) await Promise.all(partitions.map(sweepPartition));
    else for (const partition of partitions) await sweepPartition(partition);

    const counted = Object.entries(counts).map(
      ([metric, count]) => [metric as MetricName, results.reduce((sum, result) => sum + count(result), 0)] as const,
    );
    const [level, code] = logs;
    const count = counted[0]?.[1] ?? 0;
    if (count > 0) log[level](code, { count });
    for (const [metric, value] of counted) metrics(metric, value);
    if (failures.length > 0) throw failures[0];
  };
}
