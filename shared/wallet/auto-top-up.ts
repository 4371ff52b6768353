import { isAccountSuspended } from '#shared/http/caller/account-access';
import { type Backoff, pauseAfter } from '#shared/platform/backoff';
import type { Clock } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Payment, type Payments, PaymentsUnavailable } from '#shared/sources/payments';
import {
  beginRun,
  endWaiting,
  findRun,
  leaveOpen,
  nextAttemptAtMs,
  type TopUpRun,
  takeOver,
} from './auto-top-up-run.ts';
import { CHARGE_LEASE_SECONDS } from './charge-lease.ts';
import { type AttemptOutcome, endAttempt, RETRY_PAUSE_SECONDS } from './end-attempt.ts';
import { findSavedCard, openAuthorization } from './saved-card.ts';
import { type SettleEffects, settleByPayment, settleTopUp } from './settle-top-up.ts';
import { type FoundTopUp, findTopUp, type TopUpStatus } from './top-up.ts';
import type { TopUpWake, WakeLater } from './top-up-wake.ts';
import { loadWallet, type Wallet } from './wallet.ts';

/** The effects of automatic top-ups. */
export interface AutoTopUpEffects extends SettleEffects {
  readonly clock: Clock;
  /** The payments of an environment. */
  readonly paymentsFor: (environment: Environment) => Payments;
  readonly later: WakeLater;
}

/**
 * How long the outcome of a payment may be unknown before it counts as failed. If the payment arrives later, it is
 * still credited.
 */
const OUTCOME_WITHIN_MS = 24 * 60 * 60 * 1000;

/** The delays before an open payment is looked up, in seconds; the longest is the maximum of a message. */
const LOOKS: Backoff = { first: 30, longest: 900, jitter: 0 };

const lookPauseSeconds = ({ checkCount }: TopUpRun): number => pauseAfter(LOOKS, checkCount + 1, 0);

const isLow = ({ balanceKobo, autoTopUp }: Wallet): boolean =>
  autoTopUp.enabled && balanceKobo < autoTopUp.thresholdKobo;

/**
 * Gets the provider's report of a payment. A payment that may have been requested before is looked up first. A provider
 * accepts a reference once, so that even a premature lookup cannot lead to two payments. Undefined when no payment was
 * requested, because the wallet is no longer low, its automatic top-ups are off, or its account is suspended.
 */
const pay = async (
  { topUp }: FoundTopUp,
  payments: Payments,
  isFirst: boolean,
  { table, vault }: AutoTopUpEffects,
): Promise<Payment | undefined> => {
  const known = isFirst ? undefined : await payments.lookUp(topUp.reference);
  if (known) return known;
  const [card, wallet, isSuspended] = await Promise.all([
    findSavedCard(table, topUp),
    loadWallet(table, topUp),
    isAccountSuspended(table, topUp.accountId),
  ]);
  if (!isLow(wallet) || isSuspended) return undefined;
  const usable = card?.provider === payments.provider ? card : undefined;
  const authorization = usable && (await openAuthorization(usable, vault));
  const { reference, amountKobo, accountId, environment } = topUp;
  return payments.charge({ reference, amountKobo, owner: { accountId, environment }, authorization });
};

/**
 * The outcome of an attempt by the status of its top-up. A payment that an operator has to look at is not made again at
 * once.
 */
const attemptOutcomeOf = (status: TopUpStatus): AttemptOutcome => (status === 'success' ? 'success' : 'failed');

/** The outcome of an attempt that this worker has taken, if it is known yet. */
const outcomeOf = async (
  run: TopUpRun,
  isFirst: boolean,
  effects: AutoTopUpEffects,
): Promise<AttemptOutcome | 'pending'> => {
  const { table, clock, log, paymentsFor } = effects;
  const found = await findTopUp(table, run.reference, [run]);
  if (!found) throw new Error('The top-up of an attempt is missing');
  if (found.topUp.status !== 'pending') return attemptOutcomeOf(found.topUp.status);
  try {
    const payment = await pay(found, paymentsFor(run.environment), isFirst, effects);
    if (!payment) {
      const { status } = await settleTopUp(table, found, 'failed', log, clock());
      return status === 'failed' ? 'unneeded' : attemptOutcomeOf(status);
    }
    const { status } = await settleByPayment(found, payment, effects, clock());
    if (status !== 'pending') return attemptOutcomeOf(status);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn('PAYMENTS_UNAVAILABLE', { reason: error.reason, reference: run.reference });
  }
  return clock() - run.startedAtMs > OUTCOME_WITHIN_MS ? 'failed' : 'pending';
};

const wakeOf = ({ accountId, environment }: AccountEnvironment): TopUpWake => ({ accountId, environment });

/** Continues an attempt that this worker has taken, until it ends or has to wait for its outcome. */
const continueAttempt = async (
  run: TopUpRun,
  isFirst: boolean,
  effects: AutoTopUpEffects,
): Promise<AttemptOutcome | 'pending'> => {
  const { table, later } = effects;
  const outcome = await outcomeOf(run, isFirst, effects);
  if (outcome === 'pending') {
    await later(wakeOf(run), lookPauseSeconds(run));
    await table.write(leaveOpen(run));
  } else {
    await endAttempt(run, outcome, effects);
  }
  return outcome;
};

/** Takes over an attempt that an earlier worker left. */
const resume = async (run: TopUpRun, effects: AutoTopUpEffects): Promise<AttemptOutcome | 'pending' | 'held'> => {
  const { table, clock } = effects;
  const { written } = await table.write(takeOver(run, clock()));
  return written ? continueAttempt({ ...run, checkCount: run.checkCount + 1 }, false, effects) : 'held';
};

/**
 * Looks up a failed payment once more, so that a payment that arrived after all is credited before anything else is
 * charged.
 *
 * @throws PaymentsUnavailable
 */
const lookUpAgain = async (run: TopUpRun, effects: AutoTopUpEffects): Promise<void> => {
  const { table, clock, log, paymentsFor } = effects;
  const found = await findTopUp(table, run.reference, [run]);
  const payments = paymentsFor(run.environment);
  if (found?.topUp.status !== 'failed' || found.topUp.provider !== payments.provider) return;
  const payment = await payments.lookUp(run.reference);
  if (!payment) return;
  const { status } = await settleByPayment(found, payment, effects, clock());
  if (status === 'success') log.info('AUTO_TOP_UP_LATE', { accountId: run.accountId, reference: run.reference });
};

/** Continues after a failed payment: looks it up once more, then checks the wallet. */
const continueAfterPause = async (run: TopUpRun, effects: AutoTopUpEffects): Promise<void> => {
  const { table, clock, later, log } = effects;
  const wake = wakeOf(run);
  const pauseMs = run.retryAtMs - clock();
  if (pauseMs > 0) return later(wake, pauseMs / 1000);
  try {
    await lookUpAgain(run, effects);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn('PAYMENTS_UNAVAILABLE', { reason: error.reason, reference: run.reference });
    return later(wake, RETRY_PAUSE_SECONDS);
  }
  await table.write(endWaiting(run));
  return topUpWallet(wake, effects);
};

/** Begins an attempt and continues it; `moved` when another attempt was begun, or the settings have changed. */
const begin = async (
  wallet: Wallet,
  previous: TopUpRun | undefined,
  effects: AutoTopUpEffects,
): Promise<AttemptOutcome | 'pending' | 'moved'> => {
  const { table, clock, log, paymentsFor } = effects;
  const nowMs = clock();
  const { provider } = paymentsFor(wallet.environment);
  const { run, operations } = beginRun(wallet, previous, newId('top', nowMs), provider, nowMs);
  const { written } = await table.transact(operations);
  if (!written) return 'moved';
  log.info('AUTO_TOP_UP_BEGUN', { accountId: run.accountId, reference: run.reference });
  return continueAttempt(run, true, effects);
};

/**
 * After a success the wallet may still be low. The next attempt gets its own message, so that it has a worker's whole
 * time. All other outcomes that need another step have sent their message already.
 */
const wakeIfStillLow = async (
  owner: TopUpWake,
  progress: AttemptOutcome | 'pending',
  effects: AutoTopUpEffects,
): Promise<void> => {
  if (progress === 'success' && isLow(await loadWallet(effects.table, owner))) await effects.later(owner, 0);
};

/**
 * Tops up a wallet automatically, one attempt at a time: begins an attempt if automatic top-ups are on, the balance is
 * below their threshold and none is in progress. A wake-up only identifies the wallet and the stored state determines
 * what to do, so it may arrive late, repeatedly and at several workers at once. Each attempt is paid and credited once,
 * under one reference, whichever worker continues it.
 *
 * @throws any failure; the same wake-up again completes it.
 */
export const topUpWallet = async (wake: TopUpWake, effects: AutoTopUpEffects): Promise<void> => {
  const { table, clock, later, log } = effects;
  const owner = wakeOf(wake);
  const [wallet, run] = await Promise.all([loadWallet(table, owner), findRun(table, owner)]);
  if (run?.phase === 'waiting') return continueAfterPause(run, effects);
  if (run?.phase === 'charging') {
    const progress = await resume(run, effects);
    if (progress === 'held') return later(owner, CHARGE_LEASE_SECONDS);
    return wakeIfStillLow(owner, progress, effects);
  }
  if (!isLow(wallet)) return;
  const pauseMs = nextAttemptAtMs(run, clock()) - clock();
  if (pauseMs > 0) {
    log.warn('AUTO_TOP_UP_POSTPONED', { accountId: owner.accountId });
    return later(owner, pauseMs / 1000);
  }
  const progress = await begin(wallet, run, effects);
  return progress === 'moved' ? topUpWallet(owner, effects) : wakeIfStillLow(owner, progress, effects);
};
