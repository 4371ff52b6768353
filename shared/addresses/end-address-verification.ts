import { recordFacts } from '#shared/companies/verified-facts';
import { type Condition, update, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { type NewEntry, post, withWallet } from '#shared/wallet/ledger';
import { loadWallet, type Wallet } from '#shared/wallet/wallet';
import { returnToBudget } from './address-budget.ts';
import type { AddressOutcome } from './address-outcome.ts';
import { ADDRESS_TRANSITIONS } from './address-states.ts';
import { ADDRESS_ACTION } from './address-submission.ts';
import { type AddressVerification, dueAttributes, fromAddressItem, NO_LONGER_DUE } from './address-verification.ts';
import { visitStepDue } from './applicant-visit.ts';
import { addressCompleted } from './completed-event.ts';
import { addressKeys } from './keys.ts';

/** The effects of ending a verification. */
export interface EndingEffects {
  readonly table: Table;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const endWrite = (
  { reference, applicantId }: AddressVerification,
  outcome: AddressOutcome,
  when: Condition,
  nowMs: number,
): WriteOperation => {
  const { from, to } = ADDRESS_TRANSITIONS[outcome.status === 'completed' ? 'complete' : 'fail'];
  const { status: _, ...report } = outcome;
  const atTime = isoTime(nowMs);
  const end = { ...report, status: to, updatedAt: atTime, endedAt: atTime };
  return update(addressKeys.verification(reference), {
    // The end of an applicant's visit has yet to be settled with the applicant.
    ...(applicantId === undefined
      ? { set: end, remove: NO_LONGER_DUE }
      : { set: { ...end, ...dueAttributes(reference, nowMs) } }),
    when: { ...when, status: { oneOf: from } },
  });
};

/** The verification after {@link endWrite} was written. */
const ended = (verification: AddressVerification, outcome: AddressOutcome, nowMs: number): AddressVerification => {
  const at = isoTime(nowMs);
  const photos = outcome.status === 'completed' ? [...outcome.photos] : [];
  const { nextStepAt: _, ...rest } = verification;
  return { ...rest, ...outcome, photos, updatedAt: at, endedAt: at };
};

const refundOf = ({ chargeKobo, reference }: AddressVerification): readonly NewEntry[] =>
  chargeKobo > 0
    ? [
        {
          type: 'credit',
          amountKobo: chargeKobo,
          actionKey: ADDRESS_ACTION,
          description: 'Refund: the visit to a physical address was not possible',
          reference,
        },
      ]
    : [];

const attemptEnd = async (
  verification: AddressVerification,
  outcome: AddressOutcome,
  wallet: Wallet | undefined,
  { table }: EndingEffects,
  nowMs: number,
  when: Condition,
) => {
  const isOfApplicant = verification.applicantId !== undefined;
  const writes = {
    verification: endWrite(verification, outcome, when, nowMs),
    event: isOfApplicant ? visitStepDue(verification, nowMs) : addressCompleted(verification, outcome, nowMs),
  };
  if (isOfApplicant) return table.transact(writes);
  const { environment, companyId, budgetPeriod, chargeKobo } = verification;
  const owner = { accountId: verification.accountId, environment };
  if (outcome.status === 'completed') {
    if (outcome.result !== 'verified' || companyId === null) return table.transact(writes);
    const company = recordFacts(owner, companyId, { addressVerified: true }, nowMs);
    const result = await table.transact({ ...writes, company });
    // When the company has another owner by now, the visit still ends, but changes nothing of the company.
    const isCompanyAlone = !result.written && !result.refusals.verification;
    return isCompanyAlone ? table.transact(writes) : result;
  }
  const refund = async (current: Wallet) => {
    const { operations } = post(current, refundOf(verification), nowMs);
    const budget = returnToBudget(owner, budgetPeriod, chargeKobo);
    return { result: await table.transact({ ...writes, budget, ...operations }), value: undefined };
  };
  return (await withWallet(wallet ?? (await loadWallet(table, owner)), refund)).result;
};

/**
 * Ends a verification with its event, and refunds a visit that was not possible to the wallet and the budget, in one
 * transaction. For an applicant's visit, the event wakes a worker that settles it. However often it is called, and from
 * wherever, the first call takes effect and the others return its result.
 *
 * @param verification as it was read.
 * @param options.wallet the wallet that paid, if it was read along.
 * @param options.when a further condition on the verification; if it does not hold, nothing changes.
 * @returns the verification as it is now, whichever call ended it.
 * @throws TableContended when the wallet changes too often.
 */
export const endAddressVerification = async (
  verification: AddressVerification,
  outcome: AddressOutcome,
  effects: EndingEffects,
  nowMs: number,
  { wallet, when = {} }: { readonly wallet?: Wallet | undefined; readonly when?: Condition } = {},
): Promise<AddressVerification> => {
  if (verification.status !== 'pending') return verification;
  const result = await attemptEnd(verification, outcome, wallet, effects, nowMs, when);
  if (!result.written) {
    const found = result.refusals.verification?.found;
    if (!found) throw new Error('An address verification could not be ended, although it is still pending');
    return fromAddressItem(found);
  }
  const { accountId, reference } = verification;
  effects.log.info('ADDRESS_VERIFICATION_ENDED', { accountId, reference, status: outcome.status });
  effects.metrics('AddressVerificationsEnded', 1, { status: outcome.status });
  return ended(verification, outcome, nowMs);
};

/** Whether a verification has ended with this status and this result. */
export const hasEndedAs = (verification: AddressVerification, outcome: AddressOutcome): boolean =>
  verification.status === outcome.status && (outcome.status === 'failed' || verification.result === outcome.result);
