import type { Clock } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Payment, type Payments, PaymentsUnavailable } from '#shared/sources/payments';
import { beginRun, findRun, leaveOpen, type TopUpRun, takeOver } from './auto-top-up-run.ts';
import { CHARGE_LEASE_SECONDS } from './charge-lease.ts';
import { endAttempt } from './end-attempt.ts';
import { findSavedCard, openAuthorization } from './saved-card.ts';
import { type SettleEffects, settleByPayment } from './settle-top-up.ts';
import { type FoundTopUp, findTopUp } from './top-up.ts';
import type { TopUpWake, WakeLater } from './top-up-wake.ts';
import { loadWallet, type Wallet } from './wallet.ts';

/** The effects of automatic top-ups. */
export interface AutoTopUpEffects extends SettleEffects {
  readonly clock: Clock;
  /** The payments of an environment. */
  readonly paymentsFor: (environment: Environment) => Payments;
  readonly later: WakeLater;
}

/** How long the outcome of a payment may stay unknown; after that it counts as failed. It is credited if it arrives. */
const OUTCOME_WITHIN_MS = 24 * 60 * 60 * 1000;

/** The pause before an open payment is looked up, doubled with each look. */
const FIRST_LOOK_SECONDS = 30;

/** The longest delay of a message. */
const LONGEST_PAUSE_SECONDS = 900;

const lookPauseSeconds = ({ checkCount }: TopUpRun): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_LOOK_SECONDS * 2 ** Math.min(checkCount, 10));

/** Whether a wake-up asks for a new attempt, when none is in progress. */
const asksForAttempt = ({ cause }: TopUpWake, run: TopUpRun | undefined): boolean => {
  if (cause.kind === 'due') return cause.walletVersion > (run?.handledVersion ?? -1);
  return run?.phase === 'waiting' && run.reference === cause.reference;
};

const isLow = ({ balanceKobo, autoTopUp }: Wallet): boolean =>
  autoTopUp.enabled && balanceKobo < autoTopUp.thresholdKobo;

/**
 * The provider's report of a payment. One that may have been requested before is looked up first; the provider takes a
 * reference once, so not even a lookup that comes too early makes two payments of it.
 */
const pay = async (
  { topUp }: FoundTopUp,
  payments: Payments,
  isFirst: boolean,
  { table, vault }: AutoTopUpEffects,
): Promise<Payment> => {
  const known = isFirst ? undefined : await payments.lookUp(topUp.reference);
  if (known) return known;
  const card = await findSavedCard(table, topUp);
  const usable = card?.provider === payments.provider ? card : undefined;
  const authorization = usable && (await openAuthorization(usable, vault));
  const { reference, amountKobo, accountId, environment } = topUp;
  return payments.charge({ reference, amountKobo, owner: { accountId, environment }, authorization });
};

/** The outcome of an attempt that this worker holds, as far as it is known. */
const outcomeOf = async (run: TopUpRun, isFirst: boolean, effects: AutoTopUpEffects) => {
  const { table, clock, log, paymentsFor } = effects;
  const found = await findTopUp(table, run.reference, [run]);
  if (!found) throw new Error('The top-up of an attempt is missing');
  if (found.topUp.status !== 'pending') return found.topUp.status;
  try {
    const payment = await pay(found, paymentsFor(run.environment), isFirst, effects);
    const { status } = await settleByPayment(found, payment, effects, clock());
    if (status !== 'pending') return status;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn('PAYMENTS_UNAVAILABLE', { reason: error.reason, reference: run.reference });
  }
  return clock() - run.startedAtMs > OUTCOME_WITHIN_MS ? 'failed' : 'pending';
};

/** Continues an attempt that this worker holds, up to its end or until its outcome has to be waited for. */
const carryOn = async (run: TopUpRun, isFirst: boolean, effects: AutoTopUpEffects): Promise<'ended' | 'open'> => {
  const { table, later } = effects;
  const outcome = await outcomeOf(run, isFirst, effects);
  if (outcome !== 'pending') {
    await endAttempt(run, outcome, effects);
    return 'ended';
  }
  const { accountId, environment, reference } = run;
  await later({ accountId, environment, cause: { kind: 'attempt', reference } }, lookPauseSeconds(run));
  await table.write(leaveOpen(run));
  return 'open';
};

/** Takes over an attempt that an earlier worker left. */
const resume = async (run: TopUpRun, effects: AutoTopUpEffects): Promise<'ended' | 'open' | 'held'> => {
  const { table, clock } = effects;
  const { written } = await table.write(takeOver(run, clock()));
  return written ? carryOn({ ...run, checkCount: run.checkCount + 1 }, false, effects) : 'held';
};

/** Whether a wake-up is about this attempt, or about a state of the wallet that it was made for. */
const concerns = ({ cause }: TopUpWake, run: TopUpRun): boolean =>
  cause.kind === 'due' ? cause.walletVersion <= run.handledVersion : cause.reference === run.reference;

const begin = async (
  wallet: Wallet,
  previous: TopUpRun | undefined,
  effects: AutoTopUpEffects,
): Promise<'begun' | 'moved'> => {
  const { table, clock, log, paymentsFor } = effects;
  const nowMs = clock();
  const { provider } = paymentsFor(wallet.environment);
  const { run, operations } = beginRun(wallet, previous, newId('top', nowMs), provider, nowMs);
  const { written } = await table.transact(operations);
  if (!written) return 'moved';
  log.info('AUTO_TOP_UP_BEGUN', { accountId: run.accountId, reference: run.reference });
  await carryOn(run, true, effects);
  return 'begun';
};

/**
 * Looks after the automatic top-ups of a wallet (one at a time). A wake-up says where to look; what is done follows from
 * what is stored, so that it may arrive late, repeatedly and at several workers at once. Each attempt is paid and
 * credited once, under one reference, whoever continues it.
 *
 * @throws any failure; the same wake-up again completes it.
 */
export const topUpWallet = async (wake: TopUpWake, effects: AutoTopUpEffects): Promise<void> => {
  const { table, clock, later } = effects;
  const owner: AccountEnvironment = { accountId: wake.accountId, environment: wake.environment };
  const [wallet, run] = await Promise.all([loadWallet(table, owner), findRun(table, owner)]);
  if (run?.phase === 'charging') {
    const progress = await resume(run, effects);
    // What the attempt was made for is settled by it; anything else waits for its end.
    if (progress === 'held') return later(wake, CHARGE_LEASE_SECONDS);
    if (concerns(wake, run)) return;
    return progress === 'open' ? later(wake, lookPauseSeconds(run)) : topUpWallet(wake, effects);
  }
  if (!asksForAttempt(wake, run)) return;
  const pauseMs = run?.phase === 'waiting' ? run.retryAtMs - clock() : 0;
  if (pauseMs > 0) return later(wake, pauseMs / 1000);
  if (isLow(wallet) && (await begin(wallet, run, effects)) === 'moved') return topUpWallet(wake, effects);
};
