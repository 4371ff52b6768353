import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { ApiError } from '#shared/errors/api-error';
import { post, withWallet } from '#shared/wallet/ledger';
import { loadWallet, type Wallet } from '#shared/wallet/wallet';
import { entry, ledgerOf, sumOf, walletOwner } from './support.ts';

const table = serviceTable();

const spend = (wallet: Wallet, amountKobo: number) =>
  withWallet(wallet, async (current) => {
    const posting = post(current, [entry('debit', amountKobo)], Date.now());
    return { result: await table.transact(posting.operations), value: posting.entries[0]?.id };
  });

describe('Concurrent debits of one wallet', () => {
  test('all end if there are 200, with the exact balance and a dense ledger that sums to it', {
    tags: ['load'],
  }, async () => {
    const accountId = await walletOwner();
    const wallet = await loadWallet(table, { accountId, environment: 'sandbox' });
    const amounts = Array.from({ length: 200 }, (_, index) => 1_000 + index);

    const outcomes = await Promise.all(amounts.map((amountKobo) => spend(wallet, amountKobo)));

    expect(outcomes.filter(({ result }) => !result.written)).toEqual([]);
    const ledger = await ledgerOf(accountId, 'sandbox');
    const after = await loadWallet(table, { accountId, environment: 'sandbox' });
    const spent = amounts.reduce((sum, amountKobo) => sum + amountKobo, 0);
    expect(after).toMatchObject({
      balanceKobo: 10_000_000 - spent,
      entryCount: 201,
      creditCount: 1,
      debitCount: 200,
    });
    expect(sumOf(ledger)).toBe(after.balanceKobo);
    expect(ledger.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 201 }, (_, index) => index + 1));
    expect(ledger.at(-1)?.balanceAfterKobo).toBe(after.balanceKobo);
  });

  test('are paid exactly ten times if the wallet covers ten of 30, and never overdraw it', async () => {
    const accountId = await walletOwner();
    const wallet = await loadWallet(table, { accountId, environment: 'sandbox' });

    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => spend(wallet, 1_000_000)));

    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals).toHaveLength(20);
    for (const { reason } of refusals) {
      expect(reason).toBeInstanceOf(ApiError);
      expect(reason.code).toBe('INSUFFICIENT_BALANCE');
    }
    const ledger = await ledgerOf(accountId, 'sandbox');
    expect(ledger).toHaveLength(11);
    expect(ledger.at(-1)?.balanceAfterKobo).toBe(0);
    expect((await loadWallet(table, { accountId, environment: 'sandbox' })).balanceKobo).toBe(0);
  });
});
