import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import { walletKeys, walletLists } from '#shared/wallet/keys';
import { hold } from '#tests/integration/wallet/support';
import { dataOf } from './recorder.ts';
import { assess, run, whileRegistryIsCalled } from './run.ts';
import { applicantOf, checkDebitsOf, setBalance, submitted, walletOf } from './submissions.ts';
import { makeVisit } from './visit-steps.ts';

const REGISTERED: readonly ModuleId[] = ['business_profile', 'cac_verification', 'tin_verification'];

describe('The ledger', () => {
  test('has one debit for each charged check, in the order of the modules, for the applicant', async () => {
    const submission = await submitted({ modules: REGISTERED, balanceKobo: 100_000 });
    await assess(submission);
    expect(await checkDebitsOf(submission)).toMatchObject([
      {
        type: 'debit',
        amountKobo: 20_000,
        balanceAfterKobo: 80_000,
        actionKey: 'cac_verification',
        description: 'Company registration (CAC) check',
        reference: submission.applicantId,
        environment: 'sandbox',
      },
      {
        type: 'debit',
        amountKobo: 15_000,
        balanceAfterKobo: 65_000,
        actionKey: 'tin_verification',
        description: 'Tax identification number check',
        reference: submission.applicantId,
        environment: 'sandbox',
      },
    ]);
    expect((await walletOf(submission)).balanceKobo).toBe(65_000);
    expect((await applicantOf(submission)).totalSpentKobo).toBe(85_000);
  });

  test('has the price of all nineteen modules, in one transaction that fits', async () => {
    const submission = await submitted({ modules: MODULE_IDS, balanceKobo: 1_000_000 });
    const { tried } = await assess(submission);
    await makeVisit(submission);
    const debits = await checkDebitsOf(submission);
    expect(debits).toHaveLength(16);
    expect(debits.reduce((sum, { amountKobo }) => sum + amountKobo, 0)).toBe(755_000);
    expect((await walletOf(submission)).balanceKobo).toBe(245_000);
    const applicant = await applicantOf(submission);
    expect(applicant).toMatchObject({ status: 'approved', totalSpentKobo: 805_000 });
    expect(applicant.modules.map(({ chargeKobo }) => chargeKobo)).toEqual(
      MODULE_IDS.map((id) => debits.find(({ actionKey }) => actionKey === id)?.amountKobo ?? 0),
    );
    expect(tried).toHaveLength(1);
    // The transaction writes the wallet with its entries, the record of each check, the evidence, the applicant, the
    // decision, four verdicts, and the visit with the event that wakes its worker. DynamoDB allows a hundred
    // operations. The visit itself is paid at its end.
    expect(tried[0]).toHaveLength(1 + 15 + 1 + 1 + 1 + 4 + 2);
  });

  test('has no entry for a check without a verdict', async () => {
    const submission = await submitted({
      modules: REGISTERED,
      answers: { cac_verification: { registrationNumber: 'RC0000009' }, tin_verification: { tin: '00000000-0001' } },
    });
    await assess(submission);
    expect(await checkDebitsOf(submission)).toMatchObject([{ actionKey: 'tin_verification', amountKobo: 15_000 }]);
    expect((await applicantOf(submission)).totalSpentKobo).toBe(65_000);
  });

  test('has no entry at all if every source is down, whatever modules there are', async () => {
    const subject = { businessName: 'SANDBOX_UNAVAILABLE' };
    const submission = await submitted({ modules: MODULE_IDS, subject, balanceKobo: 1_000_000 });
    await assess(submission);
    expect(await checkDebitsOf(submission)).toEqual([]);
    expect((await walletOf(submission)).balanceKobo).toBe(1_000_000);
    expect((await applicantOf(submission)).totalSpentKobo).toBe(50_000);
  });

  test('uses the rate at the time of the assessment', async () => {
    const submission = await submitted({ modules: ['cac_verification'], balanceKobo: 100_000 });
    const table = serviceTable();
    const changed: Table = {
      ...table,
      queryAll: async (range) =>
        range.partition === walletLists.rates
          ? [{ ...walletKeys.rate('cac_verification'), actionKey: 'cac_verification', priceKobo: 12_345 }]
          : table.queryAll(range),
    };
    await assess(submission, run({ table: changed }));
    expect(await checkDebitsOf(submission)).toMatchObject([{ amountKobo: 12_345, balanceAfterKobo: 87_655 }]);
  });
});

describe('A wallet that does not cover every check', () => {
  test('pays for those it covers, in order; the others are not made and the applicant goes to review', async () => {
    const submission = await submitted({ modules: REGISTERED, balanceKobo: 34_999 });
    const { events, lines } = await assess(submission);
    expect(await checkDebitsOf(submission)).toMatchObject([
      { actionKey: 'cac_verification', balanceAfterKobo: 14_999 },
    ]);
    expect(await applicantOf(submission)).toMatchObject({
      status: 'requires_review',
      decisionReason: 'insufficient_balance',
      decidedAt: null,
      modules: [
        { moduleId: 'business_profile', status: 'passed' },
        { moduleId: 'cac_verification', status: 'passed', chargeKobo: 20_000 },
        {
          moduleId: 'tin_verification',
          status: 'unavailable',
          reasonCodes: ['insufficient_balance'],
          chargeKobo: 0,
          completedAt: null,
        },
      ],
    });
    expect(dataOf(await events(), 'verification.tin.completed')).toMatchObject([
      { status: 'unavailable', reasonCodes: ['insufficient_balance'] },
    ]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        code: 'MODULE_UNAVAILABLE',
        moduleId: 'tin_verification',
        reason: 'insufficient_balance',
      }),
    );
  });

  test('pays for a cheaper module after one that it does not cover', async () => {
    const submission = await submitted({ modules: REGISTERED, balanceKobo: 15_000 });
    await assess(submission);
    expect(await checkDebitsOf(submission)).toMatchObject([{ actionKey: 'tin_verification', balanceAfterKobo: 0 }]);
    expect((await walletOf(submission)).balanceKobo).toBe(0);
  });

  test('that is empty sends an applicant to review, without a call to a source', async () => {
    const submission = await submitted({ modules: REGISTERED, balanceKobo: 0 });
    let requested = 0;
    await assess(submission, run({ sourcesFor: whileRegistryIsCalled(async () => requested++) }));
    expect(requested).toBe(0);
    expect(await applicantOf(submission)).toMatchObject({
      status: 'requires_review',
      decisionReason: 'insufficient_balance',
      totalSpentKobo: 50_000,
    });
  });
});

describe('A wallet that is partly held', () => {
  const HELD = { name: 'BalanceHeld' };

  test('is waited for if only the hold keeps it from paying: no source is asked, and nobody reviews', async () => {
    const submission = await submitted({ modules: REGISTERED, balanceKobo: 100_000 });
    await hold(submission.accountId, 'sandbox', 80_001);
    let requested = 0;
    const effects = { sourcesFor: whileRegistryIsCalled(async () => requested++) };
    await expect(assess(submission, run(effects))).rejects.toMatchObject(HELD);
    expect(requested).toBe(0);
    expect(await checkDebitsOf(submission)).toEqual([]);
    expect((await applicantOf(submission)).status).toBe('processing');

    const afterTheHold = () => Date.now() + 41_000;
    await assess(submission, run({ ...effects, clock: afterTheHold }));
    expect(requested).toBe(1);
    expect(await checkDebitsOf(submission)).toHaveLength(2);
    expect(await applicantOf(submission)).toMatchObject({ status: 'approved', totalSpentKobo: 85_000 });
  });

  test('during the checks is waited for as well, and billed once when the hold has ended', async () => {
    const submission = await submitted({ modules: REGISTERED, balanceKobo: 100_000 });
    const registryIsCalled = () => hold(submission.accountId, 'sandbox', 80_000);
    const effects = { sourcesFor: whileRegistryIsCalled(registryIsCalled) };
    await expect(assess(submission, run(effects))).rejects.toMatchObject(HELD);
    expect(await checkDebitsOf(submission)).toEqual([]);
    await assess(submission, run({ clock: () => Date.now() + 41_000 }));
    expect(await checkDebitsOf(submission)).toHaveLength(2);
    expect((await applicantOf(submission)).status).toBe('approved');
  });

  test('pays for what the rest covers if the whole balance would pay for no more', async () => {
    const submission = await submitted({ modules: REGISTERED, balanceKobo: 34_999 });
    await hold(submission.accountId, 'sandbox', 14_999);
    await assess(submission);
    expect(await checkDebitsOf(submission)).toMatchObject([{ actionKey: 'cac_verification' }]);
    expect((await applicantOf(submission)).decisionReason).toBe('insufficient_balance');
  });

  test('is waited for two minutes, and then the applicant is sent to review with what the rest covers', async () => {
    const submission = await submitted({ modules: REGISTERED, balanceKobo: 100_000 });
    await hold(submission.accountId, 'sandbox', 80_001);
    await expect(assess(submission)).rejects.toMatchObject(HELD);
    const laterMs = Date.now() + 121_000;
    await hold(submission.accountId, 'sandbox', 80_001, laterMs);
    await assess(submission, run({ clock: () => laterMs }));
    expect(await checkDebitsOf(submission)).toMatchObject([
      { actionKey: 'tin_verification', balanceAfterKobo: 85_000 },
    ]);
    expect(await applicantOf(submission)).toMatchObject({
      status: 'requires_review',
      decisionReason: 'insufficient_balance',
    });
  });
});

describe('A wallet that changes during the checks', () => {
  test('is still billed if it covers everything, and no source is called again', async () => {
    const submission = await submitted({ modules: REGISTERED, balanceKobo: 100_000 });
    let requested = 0;
    const registryIsCalled = async () => {
      requested++;
      await setBalance(submission.accountId, 'sandbox', 50_000);
    };
    const { tried } = await assess(submission, run({ sourcesFor: whileRegistryIsCalled(registryIsCalled) }));
    expect(tried).toHaveLength(1);
    expect(requested).toBe(1);
    expect(await checkDebitsOf(submission)).toMatchObject([{ balanceAfterKobo: 30_000 }, { balanceAfterKobo: 15_000 }]);
    expect((await applicantOf(submission)).status).toBe('approved');
  });

  test('and falls short is never overdrawn: modules that it no longer covers have no verdict, and are reported as unavailable', async () => {
    const submission = await submitted({ modules: REGISTERED, balanceKobo: 100_000 });
    const registryIsCalled = () => setBalance(submission.accountId, 'sandbox', 20_000);
    const { events } = await assess(submission, run({ sourcesFor: whileRegistryIsCalled(registryIsCalled) }));
    expect(await checkDebitsOf(submission)).toMatchObject([{ actionKey: 'cac_verification', balanceAfterKobo: 0 }]);
    expect(await applicantOf(submission)).toMatchObject({
      status: 'requires_review',
      decisionReason: 'insufficient_balance',
      totalSpentKobo: 70_000,
      modules: [
        { status: 'passed' },
        { status: 'passed', chargeKobo: 20_000 },
        { status: 'unavailable', reasonCodes: ['insufficient_balance'], chargeKobo: 0, completedAt: null },
      ],
    });
    const notified = await events();
    expect(notified.map(({ type }) => type).sort()).toEqual([
      'kyb.applicant.decision',
      'verification.cac.completed',
      'verification.tin.completed',
    ]);
    expect(dataOf(notified, 'verification.tin.completed')).toMatchObject([{ status: 'unavailable' }]);
    expect(dataOf(notified, 'kyb.applicant.decision')).toMatchObject([
      { status: 'requires_review', decisionReason: 'insufficient_balance' },
    ]);
  });

  test('with ten applicants of one account at once ends with each billed exactly', async () => {
    const first = await submitted({ modules: REGISTERED, balanceKobo: 1_000_000 });
    const others = await Promise.all(
      Array.from({ length: 9 }, () => submitted({ modules: REGISTERED, accountId: first.accountId })),
    );
    const before = (await walletOf(first)).balanceKobo;
    const all = [first, ...others];
    await Promise.all(all.map((submission) => assess(submission)));
    expect((await walletOf(first)).balanceKobo).toBe(before - 10 * 35_000);
    for (const submission of all) {
      expect((await checkDebitsOf(submission)).map(({ amountKobo }) => amountKobo)).toEqual([20_000, 15_000]);
      expect((await applicantOf(submission)).totalSpentKobo).toBe(85_000);
    }
  });
});
