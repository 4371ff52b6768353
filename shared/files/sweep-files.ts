import type { Item } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { sweepOverdue } from '#shared/db/sweep-overdue';
import type { FilePrefix } from '#shared/platform/capabilities';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { FileStore } from '#shared/platform/object-store';
import { endRemoval, fromRemovalItem, removalAt, takeRemoval } from './file-removal.ts';
import { fileLists, REMOVAL_SHARDS } from './keys.ts';

/** How long a sweep that took a removal has for it, until another may take it: longer than a run. */
const TAKEN_MS = 10 * 60_000;

/** The effects of a sweep. */
export interface FileSweepEffects {
  readonly table: Table;
  /** What removes files, by their prefix. */
  readonly removers: Readonly<Record<FilePrefix, Pick<FileStore, 'remove'>>>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Makes one due removal, unless it was cancelled or another sweep has taken it. @returns how many files it removed. */
const removeDue = async (item: Item, nowMs: number, { table, removers }: FileSweepEffects): Promise<number> => {
  const due = fromRemovalItem(item);
  const taken = removalAt(due, nowMs + TAKEN_MS);
  const { written } = await table.write(takeRemoval(due, taken));
  if (!written) return 0;
  const { remove } = removers[due.prefix];
  for (const key of due.keys) await remove(key);
  await table.write(endRemoval(taken));
  return due.keys.length;
};

/**
 * Removes the files whose removal is due: those of uploads that left no record, and those that were discarded. Any number
 * of runs may overlap, or end anywhere; what one has taken and not ended, a later one makes up for.
 *
 * @throws the first failure, once everything else is done; a later sweep retries.
 */
export const sweepFiles = async (effects: FileSweepEffects): Promise<void> => {
  const { clock, log, metrics } = effects;
  const nowMs = clock();
  const partitions = Array.from({ length: REMOVAL_SHARDS }, (_, shard) => fileLists.dueRemovals(shard));
  const { results, failures } = await sweepOverdue(effects, partitions, nowMs, (item) =>
    removeDue(item, nowMs, effects),
  );
  const count = results.reduce((sum, removed) => sum + removed, 0);
  if (count > 0) log.info('FILES_SWEPT', { count });
  metrics('FilesSwept', count);
  if (failures.length > 0) throw failures[0];
};
