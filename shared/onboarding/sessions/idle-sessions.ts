import * as v from 'valibot';
import { type Item, remove, update, type WriteOperation } from '#shared/db/expressions';
import { shardOf } from '#shared/db/shard';
import { isoTime } from '#shared/platform/clock';
import { embedSessionKeys, embedSessionLists, IDLE_SHARDS } from './keys.ts';

/*
 * When a session without activity is looked at: an item beside it, because the session itself is written with every
 * answer, and an index that lists it would be written each time as well (docs/decisions/0039).
 */

/** How long an applicant may stay without activity. */
export const IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/** The place of a session among those that are looked at, by time. */
const placeAt = (sessionId: string, atMs: number) => ({
  gsi2pk: embedSessionLists.idle(shardOf(sessionId, IDLE_SHARDS)),
  gsi2sk: `${isoTime(atMs)}~${sessionId}`,
});

/** The write that has an open session looked at once it may have been without activity for 30 days. */
export const scheduleIdleCheck = (sessionId: string, applicantId: string, nowMs: number): WriteOperation =>
  update(embedSessionKeys.idle(sessionId), {
    set: { sessionId, applicantId, ...placeAt(sessionId, nowMs + IDLE_MS) },
    when: {},
  });

/** The write that ends that: the session was submitted. */
export const endIdleCheck = (sessionId: string): WriteOperation => remove(embedSessionKeys.idle(sessionId), {});

/** A session that is due to be looked at. */
export interface DueSession {
  readonly sessionId: string;
  readonly applicantId: string;
  /** Its place when it was listed: whoever handles it removes or changes it. */
  readonly place: string;
}

const dueSchema = v.object({ sessionId: v.string(), applicantId: v.string(), gsi2sk: v.string() });

/** A session that is due, from its item of the index. */
export const fromDueSessionItem = (item: Item): DueSession => {
  const { sessionId, applicantId, gsi2sk: place } = v.parse(dueSchema, item);
  return { sessionId, applicantId, place };
};

/** The write that takes a due session out of the list. It refuses when another sweep has handled it. */
export const removeDueSession = ({ sessionId, place }: DueSession): WriteOperation =>
  remove(embedSessionKeys.idle(sessionId), { gsi2sk: { equals: place } });

/** The write that has a due session looked at later. It refuses when another sweep has handled it. */
export const postponeDueSession = ({ sessionId, place }: DueSession, atMs: number): WriteOperation =>
  update(embedSessionKeys.idle(sessionId), {
    set: placeAt(sessionId, atMs),
    when: { gsi2sk: { equals: place } },
  });
