import * as v from 'valibot';
import { check, type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { shardOf } from '#shared/db/shard';
import { isoTime } from '#shared/platform/clock';
import { ERASURE_SHARDS, erasureKeys, erasureLists } from './keys.ts';

/*
 * The erasure of an applicant, in a small item of its own, for work that concerns an applicant without reading the
 * applicant. It stays for ever. Until the erasure is complete, an index also lists when it continues
 * (docs/decisions/0082).
 */

/** An erasure in progress. */
export interface Erasure {
  readonly applicantId: string;
  readonly erasedAt: string;
  /** Whether the timeline of the applicant is incomplete. */
  readonly hasGaps: boolean;
  /** Its place in the index when it was read. The writes that move or end it are conditional on it. */
  readonly place: string;
}

const erasureSchema = v.object({
  applicantId: v.string(),
  erasedAt: v.string(),
  hasGaps: v.boolean(),
  gsi4sk: v.string(),
});

/** Parses a stored erasure. */
export const fromErasureItem = (item: Item): Erasure => {
  const { gsi4sk: place, ...erasure } = v.parse(erasureSchema, item);
  return { ...erasure, place };
};

const placeAt = (applicantId: string, atMs: number) => ({
  gsi4pk: erasureLists.due(shardOf(applicantId, ERASURE_SHARDS)),
  gsi4sk: `${isoTime(atMs)}~${applicantId}`,
});

/**
 * The write that records that an applicant was erased, and makes a sweep erase the rest at once. It refuses when the
 * applicant was already erased.
 */
export const beginErasure = (
  { applicantId, hasGaps }: Pick<Erasure, 'applicantId' | 'hasGaps'>,
  nowMs: number,
): WriteOperation =>
  put({
    ...erasureKeys.erasure(applicantId),
    applicantId,
    hasGaps,
    erasedAt: isoTime(nowMs),
    ...placeAt(applicantId, nowMs),
  });

/** The write that schedules the next step of an erasure. It refuses when another sweep has moved or ended it. */
export const continueErasure = ({ applicantId, place }: Erasure, atMs: number): WriteOperation =>
  update(erasureKeys.erasure(applicantId), {
    set: placeAt(applicantId, atMs),
    when: { gsi4sk: { equals: place } },
  });

/** The write that completes an erasure. It refuses when another sweep has moved or ended it. */
export const completeErasure = ({ applicantId, place }: Erasure, nowMs: number): WriteOperation =>
  update(erasureKeys.erasure(applicantId), {
    set: { completedAt: isoTime(nowMs) },
    remove: ['gsi4pk', 'gsi4sk'],
    when: { gsi4sk: { equals: place } },
  });

/** The condition that an applicant was not erased, for transactions that must not succeed afterwards. */
export const notErased = (applicantId: string): WriteOperation =>
  check(erasureKeys.erasure(applicantId), { erasedAt: 'missing' });

/** Whether an applicant was erased. Strongly consistent. */
export const isErased = async (table: Pick<ItemReader, 'get'>, applicantId: string): Promise<boolean> =>
  (await table.get(erasureKeys.erasure(applicantId))) !== undefined;
