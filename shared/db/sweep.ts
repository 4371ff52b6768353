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

/** How long an item is left alone that a sweep failed at: behind everything else that is due. */
const SET_ASIDE_MS = 15 * 60_000;

/** The effects of a sweep, whatever it is about. */
export interface SweepEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A sweep as data: what is due, what is done with each of it, and what is counted and reported. */
export interface Sweep<Fx extends SweepEffects, Result> {
  /** Partitions of `gsi2` that are sorted by time. */
  readonly partitions: readonly string[];
  /** How long after its time an item is due; at once when undefined. */
  readonly graceMs?: number;
  /** Whether the partitions are swept at the same time; one after the other when undefined. */
  readonly isParallel?: boolean;
  /** What items of one page are handled one after the other for; all of them at the same time when undefined. */
  readonly inTurnFor?: (item: Item) => string;
  /** Takes an item that is due, unless another run has it, and handles it. */
  readonly handle: (item: Item, nowMs: number, effects: Fx) => Promise<Result>;
  /** What each result counts for, by metric. The first is logged as well. */
  readonly counts: Readonly<Partial<Record<MetricName, (result: Result) => number>>>;
  /** How a run is logged that counted something. */
  readonly logs: readonly [level: 'info' | 'warn', code: LogCode];
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

/** The items of a page in groups whose members are handled one after the other. */
const groupsOf = (items: readonly Item[], inTurnFor: ((item: Item) => string) | undefined): readonly Item[][] =>
  inTurnFor ? [...Map.groupBy(items, inTurnFor).values()] : items.map((item) => [item]);

/**
 * Makes a sweep: the one way in which schedules find what is overdue. It reads the overdue items of its partitions, oldest
 * first and page by page, in proportion to what is due. A failure keeps nothing else from being handled: an item that cannot
 * be read, or that is refused, is reported and set aside for a while. Log lines have the ids of the item. Any number of runs
 * may overlap, or end anywhere.
 *
 * @returns a run over effects, which throws the first failure, once everything else is done: the next run tries again.
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
