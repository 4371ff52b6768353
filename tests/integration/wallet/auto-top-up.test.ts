import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { callerKeys } from '#shared/http/caller/keys';
import { isoTime } from '#shared/platform/clock';
import { topUpWallet } from '#shared/wallet/auto-top-up';
import { findTopUp } from '#shared/wallet/top-up';
import { loadWallet } from '#shared/wallet/wallet';
import { type FakePaystack, fakePaystack } from '#tests/support/fake-paystack';
import { eventsOfAccount } from '#tests/support/outbox';
import {
  AUTO_TOP_UP,
  debit,
  makeTopUpWorld,
  ownerWithAutoTopUp,
  sandboxOwner,
  setAutoTopUp,
  settlePayment,
  wakeNow,
  wakesOf,
} from '#tests/support/top-up-world';
import { stepWhile } from '#tests/support/wait-until';
import { addEntries, entry, expectSoundLedger, topUpsIn } from './support.ts';

const table = serviceTable();

const live = (accountId: string) => loadWallet(table, { accountId, environment: 'live' });

/** A live wallet that a debit has just taken to 40,000 kobo, and the message about it. */
const dueWallet = async (paystack: FakePaystack) => {
  const accountId = await ownerWithAutoTopUp(paystack);
  await debit(accountId, 'live', 20_000);
  const [wake, ...others] = await wakesOf(accountId);
  if (!wake || others.length > 0) throw new Error('The debit wakes the worker once');
  return { accountId, wake };
};

/** The credits of automatic top-ups: all but the first, which the payer made. */
const automatic = async (accountId: string) => topUpsIn(await expectSoundLedger(accountId, 'live')).slice(1);

describe('A debit that takes a live wallet below the threshold of its automatic top-ups', () => {
  test('charges the saved card once, and credits the wallet with that amount', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    await world.wake(wake);
    expect(await automatic(accountId)).toMatchObject([
      { amountKobo: 100_000, balanceAfterKobo: 140_000, description: 'Automatic wallet top-up', actionKey: null },
    ]);
    expect(paystack.charges).toHaveLength(1);
    expect(paystack.transactions.get(String(paystack.charges[0]))).toMatchObject({
      amount: 100_000,
      currency: 'NGN',
      metadata: JSON.stringify({ accountId, environment: 'live' }),
    });
    expect(world.waiting).toEqual([]);
    expect(await world.runOf(accountId)).toMatchObject({ phase: 'idle' });
  });

  test('charges it once, however often and by how many ways the message arrives', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    await Promise.all([1, 2, 3, 4].map(() => world.send(wake)));
    await Promise.allSettled([world.wake(wake), world.wake(wake), world.wake(wake)]);
    await world.untilQuiet();
    expect(paystack.transactions.size).toBe(2);
    expect(await automatic(accountId)).toHaveLength(1);
  });

  test('charges no card while the account is suspended', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const access = { accountId, role: 'member', sessionsValidFrom: 0, suspendedAt: isoTime(Date.now()) };
    await table.write(put({ ...callerKeys.accountAccess(accountId), ...access }, {}));
    const world = makeTopUpWorld(paystack);
    await world.wake(wake);
    await world.untilQuiet();
    expect([paystack.charges, await automatic(accountId)]).toEqual([[], []]);
    expect((await live(accountId)).autoTopUp).toMatchObject({ enabled: true, failureCount: 0 });
  });

  test('causes another top-up after the next crossing', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    await world.wake(wake);
    await debit(accountId, 'live', 100_000);
    const [, second] = await wakesOf(accountId);
    if (!second) throw new Error('The second debit crosses the threshold as well');
    await world.wake(second);
    await world.wake(wake);
    expect(await automatic(accountId)).toHaveLength(2);
  });

  test('causes none if the owner has turned them off in the meantime, or has topped the wallet up', async () => {
    await using paystack = await fakePaystack();
    const off = await dueWallet(paystack);
    await setAutoTopUp(off.accountId, 'live', { enabled: false });
    const paid = await dueWallet(paystack);
    await addEntries(paid.accountId, 'live', [entry('credit', 10_000)]);
    const world = makeTopUpWorld(paystack);
    await world.wake(off.wake);
    await world.wake(paid.wake);
    expect(paystack.charges).toEqual([]);
  });
});

describe('An automatic top-up whose payment', () => {
  test('is pending is looked up until it has arrived, and nothing else is charged in the meantime', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.outcome = 'pending';
    await world.wake(wake);
    await world.wake(wake);
    expect(world.waiting.length).toBeGreaterThan(0);
    expect(await automatic(accountId)).toEqual([]);
    const payment = paystack.transactions.get(String(paystack.charges[0]));
    if (payment) payment.status = 'success';
    await world.untilQuiet();
    expect(paystack.charges).toHaveLength(1);
    expect(await automatic(accountId)).toHaveLength(1);
  });

  test('is reported by a callback before the response to the charge credits once', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.beforeResponse = async ({ reference }) => {
      const ours = reference.replace('-', '_');
      await Promise.all([settlePayment(world.payments, ours), settlePayment(world.payments, ours)]);
    };
    await world.wake(wake);
    await settlePayment(world.payments, String(paystack.charges[0]).replace('-', '_'));
    expect(await automatic(accountId)).toHaveLength(1);
    expect(await world.runOf(accountId)).toMatchObject({ phase: 'idle' });
  });

  test('was made although its response was lost is not charged again', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.loseResponse = true;
    await world.wake(wake);
    expect(await automatic(accountId)).toEqual([]);
    await world.untilQuiet();
    expect(paystack.charges).toHaveLength(1);
    expect(await automatic(accountId)).toHaveLength(1);
  });

  test('could not be requested is requested under the same reference once Paystack is back', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.break(503);
    await world.wake(wake);
    const before = await world.runOf(accountId);
    paystack.break(undefined);
    await world.untilQuiet();
    expect(paystack.charges).toEqual([before?.reference.replace('_', '-')]);
    expect(await automatic(accountId)).toMatchObject([{ reference: before?.reference }]);
    expect((await live(accountId)).autoTopUp).toMatchObject({ enabled: true, failureCount: 0 });
  });

  test('stays unknown for a day counts as failed, and is still credited once it arrives', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.outcome = 'paused';
    await world.wake(wake);
    world.pass(24 * 60 * 60 * 1000 + 1);
    const next = world.waiting.shift();
    if (!next) throw new Error('Somebody looks the payment up');
    await world.wake(next.wake);
    expect((await live(accountId)).autoTopUp.failureCount).toBe(1);
    const payment = paystack.transactions.get(String(paystack.charges[0]));
    if (payment) payment.status = 'success';
    await settlePayment(world.payments, String(paystack.charges[0]).replace('-', '_'));
    await world.untilQuiet();
    expect(await automatic(accountId)).toHaveLength(1);
    expect(paystack.charges).toHaveLength(1);
  });
});

describe('A live wallet that stays below the threshold', () => {
  test('because its balance fell further while a payment was pending is topped up once more when that has arrived', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.outcome = 'pending';
    await world.wake(wake);
    await addEntries(accountId, 'live', [entry('credit', 100_000)]);
    for (const amountKobo of [100_000, 40_000]) await debit(accountId, 'live', amountKobo);
    await setAutoTopUp(accountId, 'live', { enabled: true, thresholdKobo: 150_000, amountKobo: 100_000 });
    const payment = paystack.transactions.get(String(paystack.charges[0]));
    if (payment) payment.status = 'success';
    paystack.habits.outcome = 'success';
    await world.untilQuiet();
    expect(await automatic(accountId)).toMatchObject([
      { amountKobo: 100_000, balanceAfterKobo: 100_000 },
      { amountKobo: 100_000, balanceAfterKobo: 200_000 },
    ]);
  });

  test('is topped up by any message about it, whatever was handled before', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    await world.wake(wake);
    // Drained by entries that no message reports.
    await addEntries(accountId, 'live', [entry('debit', 130_000)]);
    await world.wake(wake);
    expect(await automatic(accountId)).toHaveLength(2);
  });
});

describe('A card', () => {
  /** What happens between the beginning of an attempt and its charge. */
  const between = (world: ReturnType<typeof makeTopUpWorld>, happens: () => Promise<unknown>) => {
    const { table: stored } = world.effects;
    const transact: typeof stored.transact = async (operations) => {
      const result = await stored.transact(operations);
      if ('topUp' in operations && 'run' in operations) await happens();
      return result;
    };
    return { ...world.effects, table: { ...stored, transact } };
  };

  test.each([
    ['the balance has recovered', (accountId: string) => addEntries(accountId, 'live', [entry('credit', 10_000)])],
    ['the owner has turned them off', (accountId: string) => setAutoTopUp(accountId, 'live', { enabled: false })],
  ])('is not charged if %s by the moment of the charge', async (_, happens) => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    await topUpWallet(
      wake,
      between(world, () => happens(accountId)),
    );
    expect(paystack.charges).toEqual([]);
    expect(await automatic(accountId)).toEqual([]);
    const run = await world.runOf(accountId);
    expect(run).toMatchObject({ phase: 'idle' });
    expect((await findTopUp(table, String(run?.reference), 'anyone'))?.topUp.status).toBe('failed');
    expect((await live(accountId)).autoTopUp.failureCount).toBe(0);
  });
});

describe('A payment that counts as failed', () => {
  test('is looked up again before another is made, and credited once if it has arrived after all', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.outcome = 'failed';
    await world.wake(wake);
    const payment = paystack.transactions.get(String(paystack.charges[0]));
    if (payment) payment.status = 'success';
    await world.untilQuiet();
    expect(paystack.charges).toHaveLength(1);
    expect(await automatic(accountId)).toMatchObject([{ amountKobo: 100_000, balanceAfterKobo: 140_000 }]);
    await settlePayment(world.payments, String(payment?.reference).replace('-', '_'));
    expect(await automatic(accountId)).toHaveLength(1);
  });

  test('is looked up again even after the third failure, when no other follows', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.outcome = 'failed';
    await world.send(wake);
    const step = async () => {
      const next = world.waiting.shift();
      if (!next) throw new Error('The attempts have ended too early');
      world.pass(Math.max(0, next.atMs - world.now()));
      await world.wake(next.wake);
    };
    await stepWhile(() => paystack.charges.length < 3, step, { most: 20, what: 'the third charge' });
    expect((await live(accountId)).autoTopUp.enabled).toBe(false);
    const payment = paystack.transactions.get(String(paystack.charges[2]));
    if (payment) payment.status = 'success';
    await world.untilQuiet();
    expect(await automatic(accountId)).toHaveLength(1);
    expect(paystack.charges).toHaveLength(3);
  });
});

describe('An automatic top-up that is declined', () => {
  test('is retried after 15 minutes, and twice more; then they are off, and the owner is mailed once', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.outcome = 'failed';
    const startedAtMs = world.now();
    await world.wake(wake);
    expect((await live(accountId)).autoTopUp).toMatchObject({ enabled: true, failureCount: 1 });
    await world.untilQuiet();
    // Two more tries, after which the last payment is also looked up once more.
    expect(world.now() - startedAtMs).toBe(3 * 900_000);
    expect(new Set(paystack.charges).size).toBe(3);
    expect((await live(accountId)).autoTopUp).toMatchObject({ enabled: false, failureCount: 3 });
    expect(await eventsOfAccount(accountId, 'wallet.auto_top_up.stopped')).toMatchObject([
      { environment: 'live', data: { amountKobo: 100_000, failureCount: 3 } },
    ]);
    expect(await automatic(accountId)).toEqual([]);
    await world.wake(wake);
    expect(paystack.charges).toHaveLength(3);
  });

  test('and then succeeds resets the count', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.outcome = 'failed';
    await world.wake(wake);
    paystack.habits.outcome = 'success';
    await world.untilQuiet();
    expect((await live(accountId)).autoTopUp).toMatchObject({ enabled: true, failureCount: 0 });
    expect(await automatic(accountId)).toHaveLength(1);
    expect(paystack.charges).toHaveLength(2);
  });

  test('is not retried if the wallet was topped up in the meantime, and the next crossing works', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.outcome = 'failed';
    await world.wake(wake);
    await addEntries(accountId, 'live', [entry('credit', 20_000)]);
    paystack.habits.outcome = 'success';
    await world.untilQuiet();
    expect(paystack.charges).toHaveLength(1);
    await debit(accountId, 'live', 20_000);
    await world.wake(await wakeNow(accountId, 'live'));
    expect(await automatic(accountId)).toHaveLength(1);
  });

  test('is not retried if the owner turned them off; turning them on again resets the count', async () => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const world = makeTopUpWorld(paystack);
    paystack.habits.outcome = 'failed';
    await world.wake(wake);
    await setAutoTopUp(accountId, 'live', { enabled: false });
    await world.untilQuiet();
    expect(paystack.charges).toHaveLength(1);
    await setAutoTopUp(accountId, 'live');
    expect((await live(accountId)).autoTopUp).toMatchObject({ ...AUTO_TOP_UP, failureCount: 0 });
  });
});

describe('In the sandbox', () => {
  test('the wallet is credited with test money, without a card and without a provider', async () => {
    await using paystack = await fakePaystack();
    const accountId = await sandboxOwner();
    await setAutoTopUp(accountId, 'sandbox');
    await debit(accountId, 'sandbox', 20_000);
    const world = makeTopUpWorld(paystack);
    for (const wake of await wakesOf(accountId)) await Promise.all([world.send(wake), world.send(wake)]);
    await world.untilQuiet();
    const credits = topUpsIn(await expectSoundLedger(accountId, 'sandbox'));
    expect(credits).toMatchObject([{ amountKobo: 100_000, balanceAfterKobo: 140_000 }]);
    expect(paystack.charges).toEqual([]);
    const { topUp } = (await findTopUp(table, String(credits[0]?.reference), 'anyone')) ?? {};
    expect(topUp).toMatchObject({ provider: 'simulated', status: 'success', authorizationUrl: null });
  });

  test('a top-up that leaves the balance below the threshold is followed by others, until it is above', async () => {
    await using paystack = await fakePaystack();
    const accountId = await sandboxOwner();
    await setAutoTopUp(accountId, 'sandbox', { enabled: true, thresholdKobo: 60_000, amountKobo: 20_000 });
    await debit(accountId, 'sandbox', 50_000);
    const world = makeTopUpWorld(paystack);
    for (const wake of await wakesOf(accountId)) await Promise.all([world.send(wake), world.send(wake)]);
    await world.untilQuiet();
    const credits = topUpsIn(await expectSoundLedger(accountId, 'sandbox'));
    expect(credits.map(({ balanceAfterKobo }) => balanceAfterKobo)).toEqual([30_000, 50_000, 70_000]);
  });

  test('24 are made in a day, and the rest once it is over', async () => {
    await using paystack = await fakePaystack();
    const accountId = await sandboxOwner();
    await setAutoTopUp(accountId, 'sandbox', { enabled: true, thresholdKobo: 350_000, amountKobo: 10_000 });
    const world = makeTopUpWorld(paystack);
    const startedAtMs = world.now();
    await world.send(await wakeNow(accountId, 'sandbox'));
    const isDue = () => (world.waiting[0]?.atMs ?? Number.POSITIVE_INFINITY) <= startedAtMs + 60_000;
    const step = async () => {
      const next = world.waiting.shift();
      if (next) await world.wake(next.wake);
    };
    await stepWhile(isDue, step, { most: 100, what: 'the end of the top-ups of a day' });
    expect(topUpsIn(await expectSoundLedger(accountId, 'sandbox'))).toHaveLength(24);
    await world.send(await wakeNow(accountId, 'sandbox'));
    await world.untilQuiet();
    expect(world.now() - startedAtMs).toBeGreaterThanOrEqual(24 * 60 * 60_000);
    expect(topUpsIn(await expectSoundLedger(accountId, 'sandbox'))).toHaveLength(29);
  });
});
