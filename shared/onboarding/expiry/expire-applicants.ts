import type { Item } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { sweepOverdue } from '#shared/db/sweep-overdue';
import { applicantRecord } from '#shared/onboarding/applicants/applicant-repository';
import { embedSessionRecord } from '#shared/onboarding/sessions/embed-session-repository';
import { fromDueItem, settleDue } from '#shared/onboarding/sessions/idle-sessions';
import { embedSessionLists, IDLE_SHARDS } from '#shared/onboarding/sessions/keys';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { judgeIdle } from './expire-applicant.ts';

/** The effects of a run. */
export interface ExpiryEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Handles one due session, unless it has changed or another run has handled it. @returns whether its applicant expired. */
const handleOne = async (item: Item, nowMs: number, { table }: ExpiryEffects): Promise<boolean> => {
  const due = fromDueItem(item);
  const [applicantOf, sessionOf] = [applicantRecord(due.applicantId), embedSessionRecord(due.sessionId)] as const;
  const [applicant, session] = await table.getMany([applicantOf.key, sessionOf.key]);
  if (!applicant || !session) {
    await table.write(settleDue(due));
    return false;
  }
  const state = { applicant: applicantOf.from(applicant), session: sessionOf.from(session) };
  const { kind, operations } = judgeIdle(due, state, nowMs);
  // Refused: somebody came back at this moment, or another run was faster. The next run finds what is left to do.
  const { written } = await table.transact(operations);
  return written && kind === 'expired';
};

/**
 * Expires the applicants that have been without activity for 30 days (completions of the interface: Applicant status).
 * What it reads is in proportion to what is due, whatever else there is. Any number of runs may overlap, or end anywhere.
 *
 * @throws the first failure, once everything else is done; the next run retries.
 */
export const expireApplicants = async (effects: ExpiryEffects): Promise<void> => {
  const { clock, log, metrics } = effects;
  const nowMs = clock();
  const partitions = Array.from({ length: IDLE_SHARDS }, (_, shard) => embedSessionLists.idle(shard));
  const { results, failures } = await sweepOverdue(effects, partitions, nowMs, (item) =>
    handleOne(item, nowMs, effects),
  );
  const count = results.filter((hasExpired) => hasExpired).length;
  if (count > 0) log.info('APPLICANTS_EXPIRED', { count });
  metrics('ApplicantsExpired', count);
  if (failures.length > 0) throw failures[0];
};
