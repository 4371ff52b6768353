import { shardOf } from '#shared/db/shard';
import { isoTime } from '#shared/platform/clock';
import { embedSessionLists, IDLE_SHARDS } from './keys.ts';

/*
 * The idle check of a session is a place of its applicant in an index, as long as the session is open. The session itself
 * is written with every answer, and would update the index each time (docs/decisions/0039).
 */

/** How long an applicant may be without activity, in milliseconds. */
export const IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/** The place of an applicant in the index of idle checks, ordered by time: its index attributes. */
export const idleCheckAt = (applicantId: string, atMs: number) => ({
  gsi4pk: embedSessionLists.idle(shardOf(applicantId, IDLE_SHARDS)),
  gsi4sk: isoTime(atMs),
});

/** The index attributes of an applicant whose session opens now: its first idle check is in 30 days. */
export const firstIdleCheck = (applicantId: string, nowMs: number): Readonly<Record<string, string>> =>
  idleCheckAt(applicantId, nowMs + IDLE_MS);

/** The attributes whose removal ends the idle checks of an applicant. */
export const IDLE_CHECK_ATTRIBUTES = ['gsi4pk', 'gsi4sk'] as const;
