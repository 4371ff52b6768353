import { NotYet } from '#shared/events/not-yet';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { coverageOf, type Wallet } from '#shared/wallet/wallet';

/**
 * How long an assessment waits for holds: longer than three of them in sequence. If holds occupy the balance even
 * longer, it counts as too low.
 */
const LONGEST_WAIT_MS = 2 * 60 * 1000;

/** Thrown when only a hold prevents payment of an assessment: it is retried when the hold has ended. */
class BalanceHeld extends NotYet {
  override readonly name = 'BalanceHeld';

  constructor() {
    super('A part of the balance is held that an assessment would be paid from');
  }
}

const assessedSinceMs = ({ timeline, updatedAt }: Applicant): number =>
  Date.parse(timeline.findLast(({ status }) => status === 'processing')?.at ?? updatedAt);

/**
 * Waits while holds are the only reason that a wallet cannot pay an amount.
 *
 * @throws BalanceHeld, a {@link NotYet}, for up to two minutes from the beginning of the assessment.
 */
export const awaitHolds = (wallet: Wallet, amountKobo: number, applicant: Applicant, nowMs: number): void => {
  if (coverageOf(wallet, amountKobo, nowMs) !== 'held') return;
  if (nowMs < assessedSinceMs(applicant) + LONGEST_WAIT_MS) throw new BalanceHeld();
};
