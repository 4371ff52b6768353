import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { accountWithWallets, addEntries, entry, expectSoundLedger } from '#tests/integration/wallet/support';
import { operatorOn } from '#tests/support/operator';

const { run, audited } = operatorOn(serviceTable());

describe('npm run ops -- credit', () => {
  test('credits the same amount once for the same reason, however often and by how many it is run', async () => {
    const { accountId } = await accountWithWallets();
    const words = ['credit', accountId, 'live', '2500', ' Outage of 1 November, ticket 7 '];
    const reports = await Promise.all([run(words), run(words), run(words)]);
    expect(await expectSoundLedger(accountId, 'live')).toMatchObject([
      { type: 'credit', amountKobo: 2500, description: 'Credit: Outage of 1 November, ticket 7', reference: null },
    ]);
    const done = `${accountId} is credited 2500 kobo in live, which makes 2500 kobo.`;
    expect(reports.filter((report) => report === done)).toHaveLength(1);
    expect(reports.filter((report) => report.startsWith('This was already credited at 20'))).toHaveLength(2);
    expect(await audited(accountId)).toMatchObject([
      { action: 'wallet.credited', before: { balanceKobo: 0 }, after: { amountKobo: 2500, environment: 'live' } },
    ]);
    await run(['credit', accountId, 'live', '2500', 'ticket 8']);
    await run(['credit', accountId, 'live', '2501', 'ticket 8']);
    expect(await expectSoundLedger(accountId, 'live')).toHaveLength(3);
  });

  test('credits nothing in a dry run, or for a command that is wrong', async () => {
    const { accountId } = await accountWithWallets();
    const credit = (amount: string, reason = 'ticket 7', to = accountId) => run(['credit', to, 'live', amount, reason]);
    const nobody = newId('usr', Date.now());
    expect(await run(['credit', accountId, 'live', '5', 'ticket 7'], { 'dry-run': true })).toContain('not done');
    for (const amount of ['0', '-5', '1.5', '1e3', '', '1'.repeat(16)]) {
      await expect(credit(amount)).rejects.toThrow('is not a whole number of kobo');
    }
    await expect(credit('5', '  ')).rejects.toThrow('The reason must have 1 to 200 characters.');
    await expect(credit('5', 'x'.repeat(201))).rejects.toThrow('The reason must have');
    await expect(credit('5', 'ticket 7', nobody)).rejects.toThrow(`Account ${nobody} does not exist.`);
    expect([await expectSoundLedger(accountId, 'live'), await audited(accountId)]).toEqual([[], []]);
  });
});

/** An account that was charged in `live` for an applicant, and its transactions. */
const charged = async (reference: string | null = newId('app', Date.now())) => {
  const { accountId } = await accountWithWallets();
  await addEntries(accountId, 'live', [entry('credit', 10_000), { ...entry('debit', 4_000), reference }]);
  const [paidIn, charge] = await expectSoundLedger(accountId, 'live');
  if (!paidIn || !charge) throw new Error('Nothing was charged');
  return { accountId, paidIn, charge, reference };
};

describe('npm run ops -- refund', () => {
  test.each([undefined, null])('refunds a charge once (of %s), as what it was charged for', async (of) => {
    const { accountId, charge, reference } = await charged(of);
    const words = ['refund', accountId, charge.id];
    await Promise.all([run(words), run(words)].map((ran) => ran.catch((error: Error) => error.message)));
    expect(await run(words).catch((error: Error) => error.message)).toMatch(/already (credited|refunded)/);
    const [, , refund, ...others] = await expectSoundLedger(accountId, 'live');
    expect(others).toEqual([]);
    expect(refund).toMatchObject({
      ...{ type: 'credit', amountKobo: 4_000, actionKey: charge.actionKey, reference },
      description: `Refund: ${charge.description}`,
    });
    expect(await audited(charge.id)).toMatchObject([
      { action: 'transaction.refunded', after: { transactionId: refund?.id } },
    ]);
  });

  test('refuses what the product has refunded itself, but not the second of two charges', async () => {
    const { accountId, charge, reference } = await charged();
    const refund = { ...entry('credit', 4_000), actionKey: charge.actionKey, reference };
    await addEntries(accountId, 'live', [refund]);
    await expect(run(['refund', accountId, charge.id])).rejects.toThrow('was already refunded');
    await addEntries(accountId, 'live', [{ ...entry('debit', 4_000), reference }]);
    const [, , , second] = await expectSoundLedger(accountId, 'live');
    await run(['refund', accountId, second?.id ?? '']);
    expect(await expectSoundLedger(accountId, 'live')).toHaveLength(5);
  });

  test('refuses money that was paid in, another account’s charge, and what is no transaction', async () => {
    const { accountId, paidIn } = await charged();
    const other = await charged();
    for (const id of [paidIn.id, other.charge.id, newId('txn', Date.now()), 'txn_#']) {
      await expect(run(['refund', accountId, id])).rejects.toThrow(`was not charged by a transaction ${id}.`);
    }
    expect(await expectSoundLedger(accountId, 'live')).toHaveLength(2);
  });
});
