import type { Item } from '#shared/db/expressions';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { applicantRecord } from '#shared/onboarding/applicants/applicant-repository';
import { embedSessionRecord } from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionLists, IDLE_SHARDS } from '#shared/onboarding/sessions/keys';
import { fromDueApplicantItem, removeDueSession } from './due-session.ts';
import { judgeIdle } from './expire-applicant.ts';

/** Handles one due session, unless it has changed or another run has handled it. @returns whether its applicant expired. */
const handleOne = async (item: Item, nowMs: number, { table }: SweepEffects): Promise<boolean> => {
  const due = fromDueApplicantItem(item);
  const [applicantOf, sessionOf] = [applicantRecord(due.applicantId), embedSessionRecord(due.sessionId)] as const;
  const [applicant, session] = await table.getMany([applicantOf.key, sessionOf.key]);
  if (!applicant || !session) {
    await table.write(removeDueSession(due));
    return false;
  }
  const state = { applicant: applicantOf.from(applicant), session: sessionOf.from(session) };
  const { kind, operations } = judgeIdle(due, state, nowMs);
  // Refused: the applicant has just come back, or another run was faster. The next run finds anything left to do.
  const { written } = await table.transact(operations);
  return written && kind === 'expired';
};

/** Expires the applicants that have been without activity for 30 days (completions of the interface: Applicant status). */
export const expireApplicants = sweep({
  partitions: Array.from({ length: IDLE_SHARDS }, (_, shard) => embedSessionLists.idle(shard)),
  handle: handleOne,
  counts: { ApplicantsExpired: Number },
  logs: ['info', 'APPLICANTS_EXPIRED'],
});
