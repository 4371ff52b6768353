import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { lists } from '#shared/db/keys';
import { ApiError } from '#shared/http/errors';
import { newId } from '#shared/platform/ids';
import { type NewEntry, post, withWallet } from '#shared/wallet/ledger';
import { fromLedgerItem, type LedgerEntry } from '#shared/wallet/ledger-entry';
import { openWallets, readWallet, type Wallet } from '#shared/wallet/wallet';

const table = serviceTable();

const openedAccount = async (): Promise<string> => {
  const accountId = newId('usr', Date.now());
  await table.transact(openWallets(accountId, Date.now()));
  return accountId;
};

const debit = (amountKobo: number): NewEntry => ({
  type: 'debit',
  amountKobo,
  actionKey: 'kyb_session_base',
  description: 'Onboarding session of one applicant',
  reference: null,
});

const spend = (wallet: Wallet, amountKobo: number) =>
  withWallet(wallet, async (current) => {
    const posting = post(current, [debit(amountKobo)], Date.now());
    return { result: await table.transact(posting.operations), value: posting.entries[0]?.sequence };
  });

const ledgerOf = async (accountId: string): Promise<LedgerEntry[]> => {
  const items = await table.queryAll({
    partition: lists.ledger(accountId, 'sandbox'),
    startsWith: lists.ledgerEntries,
  });
  return items.map(fromLedgerItem);
};

const sumOf = (ledger: readonly LedgerEntry[]): number =>
  ledger.reduce((sum, { type, amountKobo }) => sum + (type === 'credit' ? amountKobo : -amountKobo), 0);

describe('Concurrent debits of one wallet', () => {
  test('200 of them all end, with the exact balance and a dense ledger that sums to it', async () => {
    const accountId = await openedAccount();
    const wallet = await readWallet(table, accountId, 'sandbox');
    const amounts = Array.from({ length: 200 }, (_, index) => 1_000 + index);

    const outcomes = await Promise.all(amounts.map((amountKobo) => spend(wallet, amountKobo)));

    expect(outcomes.filter(({ result }) => !result.written)).toEqual([]);
    const ledger = await ledgerOf(accountId);
    const after = await readWallet(table, accountId, 'sandbox');
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

  test('a wallet that covers ten of 30 pays exactly ten and is never overdrawn', async () => {
    const accountId = await openedAccount();
    const wallet = await readWallet(table, accountId, 'sandbox');

    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => spend(wallet, 1_000_000)));

    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals).toHaveLength(20);
    for (const { reason } of refusals) {
      expect(reason).toBeInstanceOf(ApiError);
      expect(reason.code).toBe('INSUFFICIENT_BALANCE');
    }
    const ledger = await ledgerOf(accountId);
    expect(ledger).toHaveLength(11);
    expect(ledger.at(-1)?.balanceAfterKobo).toBe(0);
    expect((await readWallet(table, accountId, 'sandbox')).balanceKobo).toBe(0);
  });
});
