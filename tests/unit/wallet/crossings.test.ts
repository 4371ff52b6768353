import { describe, expect, test } from 'vitest';
import { crossingEvents } from '#shared/wallet/crossings';
import type { Wallet } from '#shared/wallet/wallet';

const NOW_MS = Date.parse('2026-11-21T14:00:00.000Z');

const walletWith = (balanceKobo: number, settings: Partial<Wallet> = {}): Wallet => ({
  accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
  environment: 'live',
  balanceKobo,
  entryCount: 7,
  creditCount: 3,
  debitCount: 4,
  lowBalanceThresholdKobo: 0,
  autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0, failureCount: 0 },
  settingsCount: 2,
  holds: [],
  holdChangeCount: 0,
  createdAt: '2026-11-21T13:00:00.000Z',
  updatedAt: '2026-11-21T13:00:00.000Z',
  ...settings,
});

const crossed = (before: number, after: number, settings: Partial<Wallet>): string[] =>
  Object.keys(crossingEvents(walletWith(before, settings), walletWith(after, settings), NOW_MS));

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
    expect(crossed(before, after, settings)).toEqual(isCrossed ? ['lowBalanceEvent'] : []);
  });

  test('never if it is 0', () => {
    expect(crossed(1, 0, { lowBalanceThresholdKobo: 0 })).toEqual([]);
  });
});

describe('The threshold of automatic top-ups is crossed', () => {
  const autoTopUp = { enabled: true, thresholdKobo: 1_000, amountKobo: 10_000, failureCount: 0 };

  test('by the debit that takes the balance below it, while they are on', () => {
    expect(crossed(1_000, 999, { autoTopUp })).toEqual(['topUpDueEvent']);
    expect(crossed(999, 0, { autoTopUp })).toEqual([]);
    expect(crossed(1_000, 999, { autoTopUp: { ...autoTopUp, enabled: false } })).toEqual([]);
  });

  test('independently of the low-balance threshold', () => {
    expect(crossed(1_000, 999, { autoTopUp, lowBalanceThresholdKobo: 1_000 })).toEqual([
      'lowBalanceEvent',
      'topUpDueEvent',
    ]);
  });
});
