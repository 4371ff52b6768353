import type { WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { AccountEnvironment } from '#shared/platform/scope';
import { unavailable } from '#shared/sources/lookup-results';
import type { SourceName } from '#shared/sources/ports';
import { checkEvidence } from '#shared/verification/check-evidence';
import type { CheckOutcome } from '#shared/verification/checks/check';
import { directCheckEvent, type VerificationEvent } from '#shared/verification/direct-check-event';
import { type Keeping, keepEvidence } from '#shared/verification/evidence-store';
import { requireReliable } from '#shared/verification/request-lookup';
import type { Posting } from '#shared/wallet/ledger';
import { type ActionPayment, pay } from '#shared/wallet/payment';
import { type CheckedDocument, recordCheck } from './check-record.ts';

/** A kind of check that accounts request directly: its rate, the module that makes the same check, and its event. */
export interface DirectCheckKind {
  /** Also the action key of its rate. */
  readonly moduleId: string;
  readonly event: VerificationEvent;
  /** The source that the check asks. */
  readonly source: SourceName;
}

/** A check with a verdict, by a source or by the form of the number. */
export interface DecidedCheck {
  readonly kind: DirectCheckKind;
  readonly owner: AccountEnvironment;
  readonly verificationReference: string;
  readonly companyId: string | null;
  /** The checked number, normalised if it is valid. */
  readonly number: string;
  readonly outcome: CheckOutcome;
  /** The file that contains the number. */
  readonly document: CheckedDocument | null;
}

/** The number as it is recorded and returned: normalised if it is valid, else as it was sent. */
export const numberOf = (normalised: string | undefined, sent: string): string => normalised ?? sent.trim();

/**
 * Requires a verdict; logs and counts a source that is down.
 *
 * @throws ApiError SOURCE_UNAVAILABLE when there is none: then nothing is charged, recorded or emitted.
 */
export const requireVerdict = (
  { status, cause }: CheckOutcome,
  { source }: DirectCheckKind,
  effects: { readonly log: Logger; readonly metrics: Metrics },
): void => {
  if (status === 'unavailable') requireReliable(source, unavailable(cause ?? 'unusable_answer'), effects);
};

/** Whether a check passed. For the caller of a direct check, a record that does not clearly match is a failed check. */
export const hasPassed = ({ status }: CheckOutcome): boolean => status === 'passed';

/**
 * The writes of a check with a verdict, all or none: its debit, its record, its evidence and its event. The debit must
 * be rebuilt when the wallet has changed (`withPayment`).
 *
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}`.
 */
export const directCheckWrites = (
  payment: ActionPayment,
  { kind, owner, verificationReference, companyId, number, outcome, document }: DecidedCheck,
  keeping: Keeping,
  nowMs: number,
): Posting['operations'] &
  Readonly<Record<'check' | 'event', WriteOperation> & Partial<Record<'evidence', WriteOperation>>> => {
  const { accountId, environment } = owner;
  const { moduleId, event, source } = kind;
  const { reasonCodes } = outcome;
  const status = hasPassed(outcome) ? 'passed' : 'failed';
  const kept = checkEvidence(outcome);
  const evidenced = kept ? [{ accountId, verificationReference, applicantId: null, evidence: kept }] : [];
  const evidence = keepEvidence(evidenced, keeping, nowMs);
  const { operations, chargeKobo, transactionId } = pay(payment, verificationReference, nowMs);
  return {
    ...operations,
    check: recordCheck({
      accountId,
      environment,
      verificationReference,
      companyId,
      applicantId: null,
      moduleId,
      source,
      number,
      status,
      reasonCodes: [...reasonCodes],
      document,
      chargeKobo,
      transactionId,
      completedAt: isoTime(nowMs),
    }),
    ...(evidence && { evidence }),
    event: directCheckEvent(
      { event, accountId, environment, verificationReference, companyId, moduleId, status, reasonCodes },
      nowMs,
    ),
  };
};
