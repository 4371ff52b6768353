import { describe, expect, test } from 'vitest';
import { UserError } from '#scripts/local-cloud/user-error';
import { settlePayment } from '#scripts/ops/settle-payment';
import { readAuditPage } from '#shared/audit/audit-pages';
import { serviceTable } from '#shared/db/client';
import { makeLogger } from '#shared/platform/logger';
import { settleByPayment } from '#shared/wallet/settle-top-up';
import { findTopUp } from '#shared/wallet/top-up';
import { expectSoundLedger, topUpAtPaystack } from '#tests/integration/wallet/support';
import { type FakePaystack, fakePaystack, type PaystackTransaction } from '#tests/support/fake-paystack';
import { readTestVault } from '#tests/support/vault';

const table = serviceTable();

/** A top-up of 50,000 kobo that was paid differently, as its provider reports it any number of times. */
const mismatched = async (paystack: FakePaystack, paid: Partial<PaystackTransaction>) => {
  const { account, reference, payments } = await topUpAtPaystack(paystack);
  Object.assign(paystack.only(), { status: 'success', ...paid });
  const measured: string[] = [];
  const lines: string[] = [];
  const log = makeLogger({}, (line) => lines.push(line));
  const effects = { table, vault: readTestVault, log, metrics: (name: string) => measured.push(name) };
  const report = async () => {
    const [payment, found] = await Promise.all([payments.lookUp(reference), findTopUp(table, reference, 'anyone')]);
    if (!payment || !found) throw new Error('There is nothing to report');
    return (await settleByPayment(found, payment, effects, Date.now())).status;
  };
  const settle = (how: string, dryRun = false) =>
    settlePayment({ reference, how, dryRun, userName: 'ada' }, { table, clock: () => Date.now() });
  const statusNow = async () => (await findTopUp(table, reference, 'anyone'))?.topUp.status;
  const audited = async () =>
    (await readAuditPage(table, {}, { page: 1, limit: 100 })).entries.filter(({ target }) => target === reference);
  return { accountId: account.accountId, reference, report, settle, statusNow, audited, measured, lines };
};

describe('A payment of another amount or currency than requested', () => {
  test.each([
    ['amount', { amount: 49_999 }],
    ['currency', { currency: 'GHS' }],
  ])('(%s) is credited to nobody, set aside, and reported once', async (_, paid) => {
    await using paystack = await fakePaystack();
    const { accountId, report, statusNow, measured, lines } = await mismatched(paystack, paid);
    expect([await report(), await report()]).toEqual(['mismatched', 'mismatched']);
    expect(await statusNow()).toBe('mismatched');
    expect(await expectSoundLedger(accountId, 'live')).toEqual([]);
    expect(measured).toEqual(['TopUpsMismatched']);
    expect(lines.filter((line) => line.includes('TOP_UP_MISMATCHED'))).toHaveLength(1);
  });
});

describe('npm run ops -- settle-payment', () => {
  test('credits what was really paid, once, with an audit entry', async () => {
    await using paystack = await fakePaystack();
    const { accountId, reference, report, settle, statusNow, audited } = await mismatched(paystack, { amount: 49_999 });
    await report();
    const settled = await Promise.allSettled([settle('credit'), settle('credit'), settle('refunded')]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(settle('credit')).rejects.toThrow(UserError);
    await report();
    const ledger = await expectSoundLedger(accountId, 'live');
    const isCredited = (await statusNow()) === 'success';
    expect(ledger.map(({ amountKobo, reference: of }) => [amountKobo, of])).toEqual(
      isCredited ? [[49_999, reference]] : [],
    );
    expect(await audited()).toMatchObject([
      {
        by: 'operator:ada',
        action: 'payment.settled',
        before: { status: 'mismatched', paidAmount: 49_999, currency: 'NGN' },
        after: { status: await statusNow() },
      },
    ]);
  });

  test('says what it would do, and does nothing, in a dry run', async () => {
    await using paystack = await fakePaystack();
    const { accountId, report, settle, statusNow, audited } = await mismatched(paystack, { amount: 60_000 });
    await report();
    expect(await settle('credit', true)).toBe(
      `${accountId} is credited 60000 kobo in live, paid instead of 50000 (not done: dry run).`,
    );
    expect([await statusNow(), await audited(), await expectSoundLedger(accountId, 'live')]).toEqual([
      'mismatched',
      [],
      [],
    ]);
    expect(await settle('credit')).not.toContain('dry run');
    expect(await expectSoundLedger(accountId, 'live')).toMatchObject([{ amountKobo: 60_000 }]);
    expect(await statusNow()).toBe('success');
  });

  test('credits nothing in another currency, and records the refund', async () => {
    await using paystack = await fakePaystack();
    const { accountId, report, settle, statusNow } = await mismatched(paystack, { currency: 'GHS' });
    await report();
    await expect(settle('credit')).rejects.toThrow('was paid in GHS. Refund it at Paystack');
    await settle('refunded');
    expect(await statusNow()).toBe('refunded');
    expect(await report()).toBe('refunded');
    expect(await expectSoundLedger(accountId, 'live')).toEqual([]);
  });

  test('refuses payments that match, and any other word', async () => {
    await using paystack = await fakePaystack();
    const { report, settle } = await mismatched(paystack, {});
    await expect(settle('credit')).rejects.toThrow('There is no mismatched top-up');
    await report();
    await expect(settle('refunded')).rejects.toThrow('There is no mismatched top-up');
    await expect(settle('keep')).rejects.toThrow("neither 'credit' nor 'refunded'");
  });
});
