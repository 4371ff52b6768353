import * as v from 'valibot';
import { type Item, remove, update, type WriteOperation } from '#shared/db/expressions';
import { shardOf } from '#shared/db/shard';
import { isoTime } from '#shared/platform/clock';
import { embedSessionKeys, embedSessionLists, IDLE_SHARDS } from './keys.ts';

/*
 * The idle check of a session is a separate item. The session itself is written with every answer, and would update an
 * index of idle checks each time (docs/decisions/0039).
 */

/** How long an applicant may be without activity, in milliseconds. */
export const IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/** The place of a session in the index of idle checks, ordered by time. */
const placeAt = (sessionId: string, atMs: number) => ({
  gsi2pk: embedSessionLists.idle(shardOf(sessionId, IDLE_SHARDS)),
  gsi2sk: `${isoTime(atMs)}~${sessionId}`,
});

/** The write that schedules the first idle check of an open session, 30 days from now. */
export const scheduleIdleCheck = (sessionId: string, applicantId: string, nowMs: number): WriteOperation =>
  update(embedSessionKeys.idle(sessionId), {
    set: { sessionId, applicantId, ...placeAt(sessionId, nowMs + IDLE_MS) },
    when: {},
  });

/** The write that ends the idle checks of a session, because it was submitted. */
export const endIdleCheck = (sessionId: string): WriteOperation => remove(embedSessionKeys.idle(sessionId), {});

/** A session whose idle check is due. */
export interface DueSession {
  readonly sessionId: string;
  readonly applicantId: string;
  /** Its place when it was listed. Handling the session removes or changes it. */
  readonly place: string;
}

const dueSchema = v.object({ sessionId: v.string(), applicantId: v.string(), gsi2sk: v.string() });

/** A due session, from its item in the index. */
export const fromDueSessionItem = (item: Item): DueSession => {
  const { sessionId, applicantId, gsi2sk: place } = v.parse(dueSchema, item);
  return { sessionId, applicantId, place };
};

/** The write that ends the idle checks of a due session. It refuses when another sweep has handled it. */
export const removeDueSession = ({ sessionId, place }: DueSession): WriteOperation =>
  remove(embedSessionKeys.idle(sessionId), { gsi2sk: { equals: place } });

/** The write that postpones the idle check of a due session. It refuses when another sweep has handled it. */
export const postponeDueSession = ({ sessionId, place }: DueSession, atMs: number): WriteOperation =>
  update(embedSessionKeys.idle(sessionId), {
    set: placeAt(sessionId, atMs),
    when: { gsi2sk: { equals: place } },
  });
