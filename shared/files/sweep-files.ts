import type { Item } from '#shared/db/expressions';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import type { CapabilityName, FilePrefix } from '#shared/platform/capabilities';
import type { FileStore } from '#shared/platform/object-store';
import { endRemoval, fromRemovalItem, newRemoval, takeRemoval } from './file-removal.ts';
import { fileLists, REMOVAL_SHARDS } from './keys.ts';

/** How long a sweep that took a removal keeps it before another may take it: longer than a run. */
const TAKEN_MS = 10 * 60_000;

/** The effects of a sweep. */
export type FileSweepEffects = SweepEffects & {
  readonly [Prefix in FilePrefix as Removals<Prefix>]: Pick<FileStore, 'remove'>;
};

/** The capability that removes files, by their prefix. */
type Removals<Prefix extends FilePrefix> = (typeof REMOVALS)[Prefix];

const REMOVALS = {
  attachments: 'attachmentRemovals',
  verifications: 'verificationRemovals',
  disputes: 'disputeRemovals',
  exports: 'exportRemovals',
} as const satisfies Record<FilePrefix, CapabilityName>;

/**
 * Carries out one due removal, unless it was cancelled or another sweep has taken it. @returns the number of files
 * removed.
 */
const removeDue = async (item: Item, nowMs: number, effects: FileSweepEffects): Promise<number> => {
  const { table } = effects;
  const due = fromRemovalItem(item);
  const taken = newRemoval(due, nowMs + TAKEN_MS);
  const { written } = await table.write(takeRemoval(due, taken));
  if (!written) return 0;
  const { remove } = effects[REMOVALS[due.prefix]];
  for (const key of due.keys) await remove(key);
  await table.write(endRemoval(taken));
  return due.keys.length;
};

/**
 * Removes the files whose removal is due: uploads that left no record, discarded files, and exports. A removal that one
 * run takes and does not end is taken again by a later run.
 */
export const sweepFiles = sweep({
  partitions: Array.from({ length: REMOVAL_SHARDS }, (_, shard) => fileLists.dueRemovals(shard)),
  handle: removeDue,
  counts: { FilesSwept: Number },
  logs: ['info', 'FILES_SWEPT'],
});
