import * as v from 'valibot';
import { type Item, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import { shardOf } from '#shared/db/shard';
import { FILE_PREFIXES, type FilePrefix } from '#shared/platform/capabilities';
import { isoTime } from '#shared/platform/clock';
import { fileKeys, fileLists, REMOVAL_SHARDS } from './keys.ts';

/*
 * A file and its record cannot be written in one transaction, so the table stores which files are to be removed, and
 * when (docs/decisions/0041). These are files that are being uploaded, unless their record is written, and files that
 * are no longer needed.
 */

/** Files to remove. */
export interface RemovableFiles {
  /** Unique: the key of the one file, or the id of what the files belonged to. */
  readonly removalId: string;
  readonly prefix: FilePrefix;
  /** Their keys below the prefix. */
  readonly keys: readonly string[];
}

/**
 * A scheduled removal. @property place its sort key in the index; the writes that cancel, take or end it are
 * conditional on it.
 */
export interface FileRemoval extends RemovableFiles {
  readonly place: string;
}

const removalSchema = v.object({
  removalId: v.string(),
  prefix: v.picklist(FILE_PREFIXES),
  keys: v.array(v.string()),
});

/** A removal of these files at a time. */
export const newRemoval = (files: RemovableFiles, dueMs: number): FileRemoval => ({
  ...files,
  place: `${isoTime(dueMs)}~${files.removalId}`,
});

/** A scheduled removal as it is stored. */
export const fromRemovalItem = (item: Item): FileRemoval => ({
  ...v.parse(removalSchema, item),
  place: String(item['gsi4sk']),
});

/**
 * The write that schedules a removal. It refuses when the removal is already scheduled, as when a client repeats a
 * write that got no response.
 */
export const scheduleRemoval = ({ removalId, prefix, keys, place }: FileRemoval): WriteOperation =>
  put({
    ...fileKeys.removal(removalId),
    removalId,
    prefix,
    keys,
    gsi4pk: fileLists.dueRemovals(shardOf(removalId, REMOVAL_SHARDS)),
    gsi4sk: place,
  });

/** The write that cancels or ends a removal. It refuses when a sweep has since taken the removal. */
export const endRemoval = ({ removalId, place }: FileRemoval): WriteOperation =>
  remove(fileKeys.removal(removalId), { gsi4sk: { equals: place } });

/**
 * The write by which a sweep takes a removal before it removes any file. From then on the removal cannot be cancelled.
 * It refuses when the removal was cancelled or another sweep has taken it.
 *
 * @param taken the same removal, due when another sweep may take it if this one does not finish.
 */
export const takeRemoval = ({ removalId, place }: FileRemoval, taken: FileRemoval): WriteOperation =>
  update(fileKeys.removal(removalId), { set: { gsi4sk: taken.place }, when: { gsi4sk: { equals: place } } });
