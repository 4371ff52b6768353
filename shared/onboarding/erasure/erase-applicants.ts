import type { Item } from '#shared/db/expressions';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { completeErasure, continueErasure, fromErasureItem } from '#shared/erasure/erasure';
import { ERASURE_SHARDS, erasureLists } from '#shared/erasure/keys';
import { applicantRecord } from '#shared/onboarding/applicants/applicant-repository';
import { allEnded } from '#shared/platform/all-ended';
import { ERASURE_STEPS } from './erasure-steps.ts';

/**
 * How long after the first pass everything is erased once more. Any function that read the applicant before its erasure
 * has ended by then, and any that started later has seen that it is erased. No function may run this long (tested).
 */
export const LAST_PASS_MS = 10 * 60_000;

/** How long an erasure waits that cannot complete yet, because a webhook is being sent at this moment. */
const RETRY_MS = 60_000;

/** Age at which an incomplete erasure is reported as overdue. */
const OVERDUE_MS = 30 * 60_000;

/** An erasure has been incomplete for half an hour. */
class ErasureOverdue extends Error {
  override readonly name = 'ErasureOverdue';

  constructor() {
    super('An erasure is not complete although nothing failed');
  }
}

/** Continues one erasure. @returns whether it is complete. */
const handleOne = async (item: Item, nowMs: number, { table }: SweepEffects): Promise<boolean> => {
  const erasure = fromErasureItem(item);
  const { key, from } = applicantRecord(erasure.applicantId);
  const stored = await table.get(key);
  const read = stored && from(stored);
  // Nothing else is erased before the applicant's own record.
  if (read?.erasedAt === undefined) throw new Error('The applicant of an erasure is not erased');
  const applicant = { ...read, erasedAt: read.erasedAt, hasGaps: erasure.hasGaps };
  const results = await allEnded(ERASURE_STEPS.map(({ erase }) => erase(applicant, { table, nowMs })));
  const erasedAtMs = Date.parse(erasure.erasedAt);
  if (results.includes(false)) {
    if (nowMs >= erasedAtMs + OVERDUE_MS) throw new ErasureOverdue();
    await table.write(continueErasure(erasure, nowMs + RETRY_MS));
    return false;
  }
  if (nowMs < erasedAtMs + LAST_PASS_MS) {
    await table.write(continueErasure(erasure, erasedAtMs + LAST_PASS_MS));
    return false;
  }
  return (await table.write(completeErasure(erasure, nowMs))).written;
};

/**
 * Erases everything about erased applicants that is outside their own records, and does so again ten minutes later.
 * Each run continues where the last one stopped.
 */
export const eraseApplicants = sweep({
  partitions: Array.from({ length: ERASURE_SHARDS }, (_, shard) => erasureLists.due(shard)),
  handle: handleOne,
  counts: { ApplicantsErased: Number },
  logs: ['info', 'APPLICANTS_ERASED'],
});
