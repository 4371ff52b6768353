import { describe, expect, test } from 'vitest';
import { type AddressBudget, periodOf, requireBudget } from '#shared/addresses/address-budget';

const budget = (period: string, spentKobo: number): AddressBudget => ({
  accountId: 'usr_1',
  environment: 'live',
  period,
  spentKobo,
  isStored: true,
});

const detailsOf = (spent: AddressBudget, capKobo: number, requestedKobo: number): unknown => {
  try {
    requireBudget(spent, capKobo, requestedKobo);
    return undefined;
  } catch (error) {
    return (error as { extras: { details: unknown } }).extras.details;
  }
};

describe('The month of a budget', () => {
  test.each([
    ['2026-11-30T23:59:59.999Z', '2026-11'],
    ['2026-12-01T00:00:00.000Z', '2026-12'],
    ['2028-02-29T12:00:00.000Z', '2028-02'],
  ])('of %s is %s, by UTC', (time, period) => {
    expect(periodOf(Date.parse(time))).toBe(period);
  });
});

describe('A budget', () => {
  test('covers an amount up to its cap, and not a kobo more', () => {
    expect(detailsOf(budget('2026-11', 400), 1_000, 600)).toBeUndefined();
    expect(detailsOf(budget('2026-11', 401), 1_000, 600)).toStrictEqual({
      capKobo: 1_000,
      spentKobo: 401,
      requestedKobo: 600,
      remainingKobo: 599,
      period: '2026-11',
      resetsAt: '2026-12-01T00:00:00.000Z',
    });
  });

  test('resets with the next year after December', () => {
    expect(detailsOf(budget('2026-12', 0), 0, 1)).toMatchObject({ resetsAt: '2027-01-01T00:00:00.000Z' });
  });

  test('whose cap is below what was spent has nothing left, not less than nothing', () => {
    expect(detailsOf(budget('2026-11', 900), 500, 100)).toMatchObject({ remainingKobo: 0 });
  });

  test('covers a visit without a charge', () => {
    expect(detailsOf(budget('2026-11', 500), 500, 0)).toBeUndefined();
  });
});
