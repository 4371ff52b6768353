import { describe, expect, test } from 'vitest';
import { crossingEvents } from '#shared/wallet/crossings';
import { nextEntry } from '#shared/wallet/ledger-entry';
import type { Wallet } from '#shared/wallet/wallet';

const NOW_MS = Date.parse('2026-11-21T14:00:00.000Z');

const OWNER = { accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW', environment: 'live' } as const;

const walletWith = (settings: Partial<Wallet>): Wallet => ({
  ...OWNER,
  balanceKobo: 0,
  entryCount: 7,
  creditCount: 3,
  debitCount: 4,
  unsettled: [],
  settledCount: 7,
  settledAt: '2026-11-21T13:00:00.000Z',
  lowBalanceThresholdKobo: 0,
  autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0, failureCount: 0 },
  settingsCount: 2,
  holds: [],
  createdAt: '2026-11-21T13:00:00.000Z',
  updatedAt: '2026-11-21T13:00:00.000Z',
  ...settings,
});

/** The events of entries that take the balance from one amount to the next. */
const crossed = (balances: readonly number[], settings: Partial<Wallet>): string[] => {
  const entries = balances.slice(1).map((afterKobo, index) => {
    const beforeKobo = balances[index] ?? 0;
    const end = { ...OWNER, balanceKobo: beforeKobo, entryCount: index, creditCount: 0, debitCount: 0 };
    const type = afterKobo > beforeKobo ? 'credit' : 'debit';
    const amountKobo = Math.abs(afterKobo - beforeKobo);
    return nextEntry(end, { type, amountKobo, actionKey: null, description: 'Test', reference: null }, NOW_MS);
  });
  return Object.keys(crossingEvents(walletWith(settings), entries, NOW_MS));
};

describe('The low-balance threshold is crossed', () => {
  const settings = { lowBalanceThresholdKobo: 1_000 };

  test.each([
    ['from the threshold itself to a kobo below it', 1_000, 999, true],
    ['from far above it to zero', 50_000, 0, true],
    ['not if the balance stays at it', 1_001, 1_000, false],
    ['not if the balance was already below it', 999, 998, false],
    ['not by a rising balance', 999, 1_000, false],
    ['not by a balance that rises and stays below', 0, 999, false],
  ])('%s', (_, before, after, isCrossed) => {
    expect(crossed([before, after], settings)).toEqual(isCrossed ? ['lowBalance1'] : []);
  });

  test('by each entry that takes the balance below it, after it was back', () => {
    expect(crossed([1_100, 1_050, 900, 800, 1_000, 999], settings)).toEqual(['lowBalance2', 'lowBalance5']);
  });

  test('never if it is 0', () => {
    expect(crossed([1, 0], { lowBalanceThresholdKobo: 0 })).toEqual([]);
  });
});

describe('The threshold of automatic top-ups is crossed', () => {
  const autoTopUp = { enabled: true, thresholdKobo: 1_000, amountKobo: 10_000, failureCount: 0 };

  test('by the debit that takes the balance below it, while they are on', () => {
    expect(crossed([1_000, 999], { autoTopUp })).toEqual(['topUpDue1']);
    expect(crossed([999, 0], { autoTopUp })).toEqual([]);
    expect(crossed([1_000, 999], { autoTopUp: { ...autoTopUp, enabled: false } })).toEqual([]);
  });

  test('independently of the low-balance threshold', () => {
    expect(crossed([1_000, 999], { autoTopUp, lowBalanceThresholdKobo: 1_000 })).toEqual(['lowBalance1', 'topUpDue1']);
  });
});
