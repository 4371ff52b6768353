import * as v from 'valibot';
import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import { shardOf } from '#shared/db/shard';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { isoTime } from '#shared/platform/clock';
import { embedSessionLists, IDLE_SHARDS } from './keys.ts';

/*
 * The idle check of a session is a place of its applicant in an index, as long as the session is open. The session itself
 * is written with every answer, and would update the index each time (docs/decisions/0039).
 */

/** How long an applicant may be without activity, in milliseconds. */
export const IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/** The place of an applicant in the index of idle checks, ordered by time. */
const placeAt = (applicantId: string, atMs: number) => ({
  gsi3pk: embedSessionLists.idle(shardOf(applicantId, IDLE_SHARDS)),
  gsi3sk: isoTime(atMs),
});

/** The index attributes of an applicant whose session opens now: its first idle check is in 30 days. */
export const firstIdleCheck = (applicantId: string, nowMs: number): Readonly<Record<string, string>> =>
  placeAt(applicantId, nowMs + IDLE_MS);

/** The attributes whose removal ends the idle checks of an applicant. */
export const IDLE_CHECK_ATTRIBUTES = ['gsi3pk', 'gsi3sk'] as const;

/** A session whose idle check is due. */
export interface DueSession {
  readonly sessionId: string;
  readonly applicantId: string;
  /** Its place when it was listed. Handling the session removes or changes it. */
  readonly place: string;
}

const dueSchema = v.object({ id: v.string(), sessionId: v.string(), gsi3sk: v.string() });

/** A due session, from its applicant's item in the index. */
export const fromDueApplicantItem = (item: Item): DueSession => {
  const { id: applicantId, sessionId, gsi3sk: place } = v.parse(dueSchema, item);
  return { sessionId, applicantId, place };
};

/** The write that ends the idle checks of a due session. It refuses when another sweep has handled it. */
export const removeDueSession = ({ applicantId, place }: DueSession): WriteOperation =>
  update(applicantKeys.applicant(applicantId), { remove: IDLE_CHECK_ATTRIBUTES, when: { gsi3sk: { equals: place } } });

/** The write that postpones the idle check of a due session. It refuses when another sweep has handled it. */
export const postponeDueSession = ({ applicantId, place }: DueSession, atMs: number): WriteOperation =>
  update(applicantKeys.applicant(applicantId), {
    set: placeAt(applicantId, atMs),
    when: { gsi3sk: { equals: place } },
  });
