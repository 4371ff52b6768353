import type { Item } from '#shared/db/expressions';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { completeErasure, continueErasure, fromErasureItem } from '#shared/erasure/erasure';
import { ERASURE_SHARDS, erasureLists } from '#shared/erasure/keys';
import { applicantRecord } from '#shared/onboarding/applicants/applicant-repository';
import { allEnded } from '#shared/platform/all-ended';
import { ERASURE_STEPS } from './erasure-steps.ts';

/**
 * When everything is erased once more: whoever worked on something about the applicant when it was erased, and had read it
 * before, has ended by then; whoever began later has seen that it is erased. No function may run as long (tested).
 */
export const LAST_PASS_MS = 10 * 60_000;

/** When an erasure goes on that cannot be made whole yet: an event is still on its way into its feed. */
const AGAIN_MS = 60_000;

/** From when on an erasure is overdue that could not be made whole. */
const OVERDUE_MS = 30 * 60_000;

/** Something has kept an erasure from being complete for half an hour. */
class ErasureOverdue extends Error {
  override readonly name = 'ErasureOverdue';

  constructor() {
    super('An erasure is not complete although nothing failed');
  }
}

/** Handles one erasure. @returns whether it is complete. */
const handleOne = async (item: Item, nowMs: number, { table }: SweepEffects): Promise<boolean> => {
  const erasure = fromErasureItem(item);
  const { key, from } = applicantRecord(erasure.applicantId);
  const stored = await table.get(key);
  const read = stored && from(stored);
  // Nothing of an applicant is erased that is not erased itself.
  if (read?.erasedAt === undefined) throw new Error('The applicant of an erasure is not erased');
  const applicant = { ...read, erasedAt: read.erasedAt, hasGaps: erasure.hasGaps };
  const results = await allEnded(ERASURE_STEPS.map(({ erase }) => erase(applicant, { table, nowMs })));
  const erasedAtMs = Date.parse(erasure.erasedAt);
  if (results.includes(false)) {
    if (nowMs >= erasedAtMs + OVERDUE_MS) throw new ErasureOverdue();
    await table.write(continueErasure(erasure, nowMs + AGAIN_MS));
    return false;
  }
  if (nowMs < erasedAtMs + LAST_PASS_MS) {
    await table.write(continueErasure(erasure, erasedAtMs + LAST_PASS_MS));
    return false;
  }
  return (await table.write(completeErasure(erasure, nowMs))).written;
};

/**
 * Erases what is known of erased applicants and is not in their own records, and once more ten minutes after. What one run
 * leaves, the next one does.
 */
export const eraseApplicants = sweep({
  partitions: Array.from({ length: ERASURE_SHARDS }, (_, shard) => erasureLists.due(shard)),
  handle: handleOne,
  counts: { ApplicantsErased: Number },
  logs: ['info', 'APPLICANTS_ERASED'],
});
