import type { WriteOperation } from '#shared/db/expressions';
import { directCheckEvent } from '#shared/verification/direct-check-event';
import type { AddressOutcome } from './address-outcome.ts';
import { ADDRESS_ACTION } from './address-submission.ts';
import type { AddressVerification } from './address-verification.ts';

/** The reason codes of an outcome. The source's words are never used, because they may name people. */
const reasonCodesOf = (outcome: AddressOutcome): readonly string[] => {
  if (outcome.status === 'failed') return ['visit_not_possible'];
  return outcome.result === 'verified' ? [] : ['address_not_verified'];
};

/** The write that emits `verification.address.completed`, for the transaction that ends the verification. */
export const addressCompleted = (
  { accountId, environment, reference, companyId }: AddressVerification,
  outcome: AddressOutcome,
  nowMs: number,
): WriteOperation =>
  directCheckEvent(
    {
      event: 'verification.address.completed',
      accountId,
      environment,
      verificationReference: reference,
      companyId,
      // The id of the rate is also that of the module that makes the same check.
      moduleId: ADDRESS_ACTION,
      status: outcome.status === 'completed' && outcome.result === 'verified' ? 'passed' : 'failed',
      reasonCodes: reasonCodesOf(outcome),
    },
    nowMs,
  );
