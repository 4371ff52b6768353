import { update, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { emit } from '#shared/events/outbox';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import { endRun, type TopUpRun } from './auto-top-up-run.ts';
import { walletKeys } from './keys.ts';
import type { WakeLater } from './top-up-wake.ts';
import { loadWallet, type Wallet } from './wallet.ts';

/** Number of consecutive failures after which automatic top-ups are turned off. */
const MAX_FAILURES = 3;

/** The pause after a failure, in seconds: the longest delay of a message. */
export const RETRY_PAUSE_SECONDS = 900;

/** Maximum attempts to write the end, when the wallet's settings change in between. */
const MAX_ATTEMPTS = 5;

/** The effects of ending an attempt. */
interface EndEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly later: WakeLater;
  readonly log: Logger;
}

/** Counts consecutive failures. It writes only the settings, so that debits may continue. */
const countFailures = (wallet: Wallet, failureCount: number): WriteOperation => {
  const { accountId, environment, autoTopUp, settingsCount } = wallet;
  const stops = autoTopUp.enabled && failureCount >= MAX_FAILURES;
  const stopped = stops ? ({ enabled: false, stoppedReason: 'payments_failed' } as const) : {};
  return update(walletKeys.wallet(accountId, environment), {
    set: { autoTopUp: { ...autoTopUp, failureCount, ...stopped }, settingsCount: settingsCount + 1 },
    when: { settingsCount: { equals: settingsCount } },
  });
};

const stoppedEvent = ({ accountId, environment, autoTopUp }: Wallet, nowMs: number): WriteOperation =>
  emit(
    {
      type: 'wallet.auto_top_up.stopped',
      accountId,
      environment,
      widgetId: null,
      data: { amountKobo: autoTopUp.amountKobo, failureCount: MAX_FAILURES },
    },
    nowMs,
  );

/** The outcome of an attempt. */
export type AttemptOutcome = 'success' | 'failed' | 'unneeded';

interface Ending {
  readonly run: WriteOperation;
  readonly wallet?: WriteOperation;
  readonly stoppedEvent?: WriteOperation;
}

const success = (wallet: Wallet): Omit<Ending, 'run'> =>
  wallet.autoTopUp.failureCount > 0 ? { wallet: countFailures(wallet, 0) } : {};

const failure = (wallet: Wallet, nowMs: number): Omit<Ending, 'run'> => {
  // An owner who has turned them off in the meantime needs no mail.
  if (!wallet.autoTopUp.enabled) return {};
  const failureCount = wallet.autoTopUp.failureCount + 1;
  return {
    wallet: countFailures(wallet, failureCount),
    ...(failureCount >= MAX_FAILURES && { stoppedEvent: stoppedEvent(wallet, nowMs) }),
  };
};

/**
 * What each outcome changes besides the attempt. `unneeded`: nothing was charged, because the balance has recovered.
 */
const CHANGES: Readonly<Record<AttemptOutcome, (wallet: Wallet, nowMs: number) => Omit<Ending, 'run'>>> = {
  success,
  failed: failure,
  unneeded: () => ({}),
};

/** Whether a payment may still arrive: it was requested, and is not known to have been made. */
const mayStillArrive = ({ checkCount }: TopUpRun, outcome: AttemptOutcome): boolean =>
  outcome === 'failed' || (outcome === 'unneeded' && checkCount > 0);

const report = (
  { accountId, reference }: TopUpRun,
  outcome: AttemptOutcome,
  { stoppedEvent }: Ending,
  log: Logger,
): void => {
  if (outcome === 'failed') log.warn('AUTO_TOP_UP_FAILED', { accountId, reference });
  if (stoppedEvent) log.warn('AUTO_TOP_UP_STOPPED', { accountId, reference });
};

/**
 * Ends an attempt at an automatic top-up. A failure is counted once. After the third consecutive failure, automatic
 * top-ups are turned off, and an event of the same transaction has their owner mailed. A success resets the count. A
 * payment that may still arrive is looked up again after a pause.
 *
 * @throws Error when the settings of the wallet keep changing; the attempt stays open.
 */
export const endAttempt = async (run: TopUpRun, outcome: AttemptOutcome, effects: EndEffects): Promise<void> => {
  const { table, clock, later, log } = effects;
  const { accountId, environment } = run;
  const isLookedUpAgain = mayStillArrive(run, outcome);
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const wallet = await loadWallet(table, run);
    const nowMs = clock();
    const retryAtMs = isLookedUpAgain ? nowMs + RETRY_PAUSE_SECONDS * 1000 : undefined;
    const ending: Ending = { run: endRun(run, retryAtMs), ...CHANGES[outcome](wallet, nowMs) };
    // Sent before the end is stored: a worker that dies in between leaves one message too many, not one too few.
    if (isLookedUpAgain) await later({ accountId, environment }, RETRY_PAUSE_SECONDS);
    const result = await table.transact({ ...ending });
    if (result.written) return report(run, outcome, ending, log);
    if (result.refusals['run']) return;
  }
  throw new Error('The settings of a wallet changed before each try to end an attempt');
};
