import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { loadWallet } from '#shared/wallet/wallet';
import { FAULTS, type FaultName, injector, lasting } from '#tests/faults/delivery/fault';
import { expectSoundLedger, topUpsIn } from '#tests/integration/wallet/support';
import { type ChargeOutcome, type FakePaystack, fakePaystack } from '#tests/support/fake-paystack';
import { eventsOfAccount } from '#tests/support/outbox';
import { debit, makeTopUpWorld, ownerWithAutoTopUp, settlePayment, wakesOf } from '#tests/support/top-up-world';

const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** A live wallet that a debit has just taken below its threshold, and the message about it. */
const dueWallet = async (paystack: FakePaystack) => {
  const accountId = await ownerWithAutoTopUp(paystack);
  await debit(accountId, 'live', 20_000);
  const [wake] = await wakesOf(accountId);
  if (!wake) throw new Error('The debit wakes the worker');
  return { accountId, wake };
};

/** The payments of automatic top-ups: all but the payer's own, with which each test begins. */
const paymentsAt = ({ transactions }: FakePaystack) => [...transactions.values()].slice(1);

const settings = async (accountId: string) =>
  (await loadWallet(serviceTable(), { accountId, environment: 'live' })).autoTopUp;

/** What must hold in the end, by how Paystack ends charges. */
const PROMISES: Readonly<
  Record<'success' | 'failed', (paystack: FakePaystack, accountId: string, what: string) => Promise<void>>
> = {
  success: async (paystack, accountId, what) => {
    expect(paymentsAt(paystack), what).toMatchObject([{ amount: 100_000, status: 'success' }]);
    expect(topUpsIn(await expectSoundLedger(accountId, 'live')).slice(1), what).toMatchObject([
      { amountKobo: 100_000, balanceAfterKobo: 140_000 },
    ]);
    expect(await settings(accountId), what).toMatchObject({ enabled: true, failureCount: 0 });
  },
  failed: async (paystack, accountId, what) => {
    expect(paymentsAt(paystack), what).toHaveLength(3);
    expect(topUpsIn(await expectSoundLedger(accountId, 'live')), what).toHaveLength(1);
    expect(await settings(accountId), what).toMatchObject({ enabled: false, failureCount: 3 });
    expect(await eventsOfAccount(accountId, 'wallet.auto_top_up.stopped'), what).toHaveLength(1);
  },
};

/** Tops a wallet up with one call failing, and returns how many calls there were. */
const goWrongAt = async (nth: number, fault: FaultName, outcome: 'success' | 'failed'): Promise<number> => {
  await using paystack = await fakePaystack();
  const { accountId, wake } = await dueWallet(paystack);
  paystack.habits.outcome = outcome;
  const injected = injector(nth, fault);
  const world = makeTopUpWorld(paystack, injected);
  injected.arm();
  await world.send(wake);
  await world.untilQuiet();
  const what = `Call ${nth}, ${injected.calls[nth - 1]}: ${fault}`;
  await PROMISES[outcome](paystack, accountId, what);
  expect(await world.runOf(accountId), what).toMatchObject({ phase: 'idle' });
  return injected.calls.length;
};

describe.each(FAULT_NAMES)('one call of table, provider or queue: %s', (fault) => {
  test('a card is charged once, and its wallet credited once', async () => {
    let nth = 1;
    while ((await goWrongAt(nth, fault, 'success')) >= nth) nth++;
    // The claim, the charge, the credit and the end.
    expect(nth).toBeGreaterThan(4);
  });

  test('a declined card is tried three times, and its owner mailed once', async () => {
    let nth = 1;
    while ((await goWrongAt(nth, fault, 'failed')) >= nth) nth++;
    // The claim, the charge, the failure and the end of each, and two messages.
    expect(nth).toBeGreaterThan(3 * 4 + 2);
  });
});

describe('while something is out of reach for an hour', () => {
  const HOUR_MS = 3_600_000;

  test.each([
    ['Paystack', ['charge', 'lookUp']],
    ['its lookups', ['lookUp']],
    ['the queue', ['later']],
    ['every transaction', ['transact']],
    ['every single write', ['write']],
    ['the whole table', ['get', 'getMany', 'write', 'transact']],
  ])('(%s) nothing is lost, and nothing is charged twice', async (_, names) => {
    await using paystack = await fakePaystack();
    const { accountId, wake } = await dueWallet(paystack);
    const untilMs = Date.now() + HOUR_MS;
    let now = (): number => 0;
    const world = makeTopUpWorld(
      paystack,
      lasting(names, () => now() < untilMs),
    );
    now = world.now;
    await world.send(wake);
    await world.untilQuiet(2 * HOUR_MS);
    await PROMISES.success(paystack, accountId, names.join());
  });
});

describe('a payment whose response is lost', () => {
  test.each(['success', 'pending', 'paused'] as const)(
    'and that Paystack ends with %s is credited once, by whoever learns of it first',
    async (outcome: ChargeOutcome) => {
      await using paystack = await fakePaystack();
      const { accountId, wake } = await dueWallet(paystack);
      Object.assign(paystack.habits, { outcome, loseResponse: true });
      const world = makeTopUpWorld(paystack);
      await world.send(wake);
      await Promise.all([world.wake(wake), world.wake(wake)]);
      const [payment] = paymentsAt(paystack);
      if (payment) payment.status = 'success';
      const reference = String(payment?.reference).replace('-', '_');
      await Promise.all([
        world.untilQuiet(),
        ...Array.from({ length: 5 }, () => settlePayment(world.payments, reference)),
      ]);
      expect(paymentsAt(paystack)).toHaveLength(1);
      expect(topUpsIn(await expectSoundLedger(accountId, 'live'))).toHaveLength(2);
    },
  );
});
