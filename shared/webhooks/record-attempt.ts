import type { WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type Attempt, attemptWrite } from './attempt.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { DeliveryEndReason } from './delivery.ts';
import { endingWrite, reschedulingWrite } from './delivery-writes.ts';
import type { Registration } from './registration.ts';
import { deactivationWrite } from './registrations.ts';
import type { AttemptVerdict } from './retry-policy.ts';

/** An attempt that was made, when it ended, and what it means for its delivery. */
export interface JudgedAttempt {
  readonly attempt: Attempt;
  readonly endedAtMs: number;
  readonly verdict: AttemptVerdict;
}

/** What became of the delivery in the table. */
export interface AttemptRecord {
  /** False when the lease ran out and another worker took over: nothing is recorded then. */
  readonly recorded: boolean;
  readonly deactivated: boolean;
}

const END_REASONS = {
  delivered: 'delivered',
  failed: 'attempts_exhausted',
  gone: 'gone',
} as const satisfies Partial<Record<AttemptVerdict['kind'], DeliveryEndReason>>;

/** Why a delivery ended, of a verdict that ends it. */
export const endReasonOf = ({ kind }: Exclude<AttemptVerdict, { kind: 'retry' }>): DeliveryEndReason =>
  END_REASONS[kind];

const stateWrite = (claimed: ClaimedDelivery, { attempt, endedAtMs, verdict }: JudgedAttempt): WriteOperation => {
  const attemptCount = attempt.number;
  if (verdict.kind === 'retry') {
    return reschedulingWrite(claimed, 'retry', { attemptCount, dueAtMs: verdict.dueAtMs });
  }
  const change = verdict.kind === 'delivered' ? 'succeed' : 'fail';
  return endingWrite(claimed, change, { attemptCount, reason: endReasonOf(verdict), nowMs: endedAtMs });
};

/**
 * Records an attempt, the delivery's new state and, when the receiver is gone, the deactivation of its registration:
 * all or none. A registration that was deleted or changed meanwhile is left alone and the rest recorded.
 */
export const recordAttempt = async (
  table: Table,
  claimed: ClaimedDelivery,
  registration: Registration,
  judged: JudgedAttempt,
): Promise<AttemptRecord> => {
  const writes = [stateWrite(claimed, judged), attemptWrite(claimed.delivery, judged.attempt)];
  if (judged.verdict.kind !== 'gone') {
    return { recorded: (await table.transact(writes)).written, deactivated: false };
  }
  const deactivation = deactivationWrite(registration, 'gone', judged.endedAtMs);
  const result = await table.transact([...writes, deactivation]);
  if (result.written) return { recorded: true, deactivated: true };
  const [lostLease, numberTaken] = result.refusals;
  if (lostLease || numberTaken) return { recorded: false, deactivated: false };
  return { recorded: (await table.transact(writes)).written, deactivated: false };
};
