import { serviceTable } from '#shared/db/client';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import type { Payments } from '#shared/sources/payments';
import { paystackPayments } from '#shared/sources/payments-paystack';
import { simulatedPayments } from '#shared/sources/payments-simulated';
import { type AutoTopUpEffects, topUpWallet } from '#shared/wallet/auto-top-up';
import { findRun } from '#shared/wallet/auto-top-up-run';
import { topUpDue } from '#shared/wallet/crossings';
import { post, withWallet } from '#shared/wallet/ledger';
import { settleByPayment } from '#shared/wallet/settle-top-up';
import { beginTopUp, findTopUp } from '#shared/wallet/top-up';
import { type TopUpWake, wakeOfMessage } from '#shared/wallet/top-up-wake';
import { loadWallet } from '#shared/wallet/wallet';
import { changeAutoTopUp } from '#shared/wallet/wallet-settings';
import { faultyTable, injector } from '#tests/faults/delivery/fault';
import { virtualTime } from '#tests/faults/delivery/time';
import { addEntries, entry, walletOwner } from '#tests/integration/wallet/support';
import type { FakePaystack } from './fake-paystack.ts';
import { settleNow } from './ledgers.ts';
import { eventsOfAccount } from './outbox.ts';
import { readTestVault } from './vault.ts';

/** The number of messages after which a test is assumed to loop. */
const MOST_MESSAGES = 500;

/** How long a message is hidden whose worker died or failed. */
const HIDDEN_SECONDS = { died: 55, failed: 60 } as const;

const table = serviceTable();
const log = makeLogger({}, () => {});

/** Settings of automatic top-ups in these tests: 1,000 naira each, below 500. */
export const AUTO_TOP_UP = { enabled: true, thresholdKobo: 50_000, amountKobo: 100_000 } as const;

/** Turns automatic top-ups on or off, without waking the worker. */
export const setAutoTopUp = async (
  accountId: string,
  environment: Environment,
  settings: Parameters<typeof changeAutoTopUp>[1] = AUTO_TOP_UP,
): Promise<void> => {
  await settleNow({ accountId, environment });
  const wallet = await loadWallet(table, { accountId, environment });
  const changed = changeAutoTopUp(wallet, settings, Date.now());
  if (changed && !(await table.write(changed.operation)).written) throw new Error('The settings were refused');
};

/** Debits a wallet as an endpoint does. */
export const debit = async (accountId: string, environment: Environment, amountKobo: number): Promise<void> => {
  const wallet = await loadWallet(table, { accountId, environment });
  await withWallet(wallet, async (current) => {
    const { operations } = post(current, [entry('debit', amountKobo)], Date.now());
    return { result: await table.transact(operations), value: undefined };
  });
};

/** An account whose live wallet was paid by card at Paystack: 60,000 kobo. */
export const ownerWithCard = async (paystack: FakePaystack): Promise<string> => {
  const accountId = await walletOwner();
  const owner = { accountId, environment: 'live' } as const;
  const payments = paystackPayments(async () => paystack);
  const reference = newId('top', Date.now());
  const amountKobo = 60_000;
  const authorizationUrl = await payments.open({ reference, amountKobo, email: 'owner@adire.example', owner });
  const createdAt = new Date().toISOString();
  await table.write(beginTopUp({ reference, ...owner, amountKobo, provider: 'paystack', authorizationUrl, createdAt }));
  const paid = paystack.transactions.get(reference.replace('_', '-'));
  if (paid) paid.status = 'success';
  await settlePayment(payments, reference);
  return accountId;
};

/** Looks a payment up and settles it, as Paystack's callback and a poll do. */
export const settlePayment = async (payments: Payments, reference: string): Promise<void> => {
  const [payment, found] = await Promise.all([payments.lookUp(reference), findTopUp(table, reference, 'anyone')]);
  if (!payment || !found) throw new Error('There is nothing to settle');
  await settleByPayment(found, payment, { table, vault: readTestVault, log, metrics: () => {} }, Date.now());
};

/** A live wallet with a saved card and automatic top-ups, which the next debit of 20,000 kobo takes below its threshold. */
export const ownerWithAutoTopUp = async (paystack: FakePaystack): Promise<string> => {
  const accountId = await ownerWithCard(paystack);
  await setAutoTopUp(accountId, 'live');
  return accountId;
};

/** The sandbox wallet of a new account, which holds 60,000 kobo. */
export const sandboxOwner = async (): Promise<string> => {
  const accountId = await walletOwner();
  await addEntries(accountId, 'sandbox', [entry('debit', 9_940_000)]);
  return accountId;
};

/** The wake-ups that follow from the events of an account, oldest first. */
export const wakesOf = async (accountId: string): Promise<TopUpWake[]> => {
  await Promise.all(ENVIRONMENTS.map((environment) => settleNow({ accountId, environment })));
  const events = await eventsOfAccount(accountId, 'wallet.top_up.due');
  return events.map((detail) => wakeOfMessage(JSON.stringify({ detail })));
};

/** The wake-up for a wallet in its current state. */
export const wakeNow = async (accountId: string, environment: Environment): Promise<TopUpWake> => {
  const due = topUpDue(await loadWallet(table, { accountId, environment }), Date.now());
  if (due.kind !== 'put') throw new Error('An event is put');
  return wakeOfMessage(JSON.stringify({ detail: due.item }));
};

/** The worker of automatic top-ups with its queue, on a clock that moves from message to message. */
export const makeTopUpWorld = (paystack: FakePaystack, injected = injector(0, 'it fails')) => {
  const time = virtualTime();
  const waiting: { wake: TopUpWake; atMs: number }[] = [];
  const send = async (wake: TopUpWake, delaySeconds: number): Promise<void> => {
    waiting.push({ wake, atMs: time.clock() + delaySeconds * 1000 });
  };
  const { lookUp, charge, ...others } = paystackPayments(async () => paystack);
  const payments = {
    ...others,
    lookUp: injected.wrap('lookUp', lookUp),
    charge: injected.wrap('charge', charge),
  };
  const effects: AutoTopUpEffects = {
    table: faultyTable(table, injected),
    clock: time.clock,
    paymentsFor: (environment) => (environment === 'sandbox' ? simulatedPayments(() => '') : payments),
    vault: readTestVault,
    later: injected.wrap('later', send),
    log,
    metrics: () => {},
  };

  const receive = async (wake: TopUpWake): Promise<void> => {
    try {
      await topUpWallet(wake, effects);
    } catch {
      await send(wake, HIDDEN_SECONDS[injected.revive() ? 'died' : 'failed']);
      return;
    }
    // A process that dies when its work is done has not acknowledged its message.
    if (injected.revive()) await send(wake, HIDDEN_SECONDS.died);
  };

  return {
    effects,
    payments,
    pass: time.pass,
    now: time.clock,
    send: (wake: TopUpWake) => send(wake, 0),
    /** Messages in the queue. */
    waiting,
    wake: (wake: TopUpWake) => topUpWallet(wake, effects),
    /**
     * Handles the messages in the queue, each at its time, until none is left.
     *
     * @param withinMs the time that this may take.
     * @returns how many were handled.
     */
    untilQuiet: async (withinMs = 26 * 60 * 60_000): Promise<number> => {
      const endMs = time.clock() + withinMs;
      for (let count = 0; count < MOST_MESSAGES && time.clock() < endMs; count++) {
        waiting.sort((one, other) => one.atMs - other.atMs);
        const next = waiting.shift();
        if (!next) return count;
        time.reach(next.atMs);
        await receive(next.wake);
      }
      throw new Error('The worker does not come to rest');
    },
    runOf: (accountId: string, environment: Environment = 'live') => findRun(table, { accountId, environment }),
  };
};
