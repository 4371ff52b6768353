import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOGUE, FREQUENCIES, SEEDED_CATEGORIES } from '#shared/compliance/catalogue';
import { firstDueDate, followingDueDate, type RegisteredBusiness, statedDueDate } from '#shared/compliance/due-dates';
import { addDays, dateParts, dayInMonth } from '#shared/platform/calendar';

const TODAY = '2026-11-21';

const COMPANY: RegisteredBusiness = { classificationId: 2, registrationDate: '2015-08-20' };

const dueOf = (category: (typeof SEEDED_CATEGORIES)[number], business = COMPANY, today = TODAY): string =>
  firstDueDate(CATALOGUE[category].firstDue, business, today).nextDueDate;

describe('the first due dates of a company that was registered on 20 August 2015 and added on 21 November 2026', () => {
  test.each([
    ['cac_annual_returns', '2027-08-20'],
    ['companies_income_tax', '2027-06-30'],
    ['vat', '2026-11-21'],
    ['withholding_tax', '2026-11-21'],
    ['paye', '2026-12-10'],
    ['paye_annual_return', '2027-01-31'],
    ['pension', '2026-12-07'],
    ['nsitf', '2026-11-30'],
    ['itf', '2027-04-01'],
    ['ndpc_audit_return', '2027-03-31'],
    ['scuml', '2026-12-21'],
    ['tax_clearance_certificate', '2027-03-31'],
  ] as const)('%s: %s', (category, day) => {
    expect(dueOf(category)).toBe(day);
  });

  test('are those of every seeded category', () => {
    expect(SEEDED_CATEGORIES).toHaveLength(12);
  });
});

describe('annual returns', () => {
  test.each([
    ['a company, on its anniversary', 2, '2020-11-21', '2026-11-21'],
    ['a company, the day after its anniversary', 2, '2020-11-20', '2027-11-20'],
    ['a company that was registered today: not before its first anniversary', 2, TODAY, '2027-11-21'],
    ['a company registered on 29 February', 2, '2024-02-29', '2027-02-28'],
    ['a limited partnership', 4, '2020-03-05', '2027-03-05'],
    ['a limited liability partnership', 5, '2020-03-05', '2027-03-05'],
    ['a business name', 1, '2020-03-05', '2027-06-30'],
    ['incorporated trustees', 3, '2020-03-05', '2026-12-31'],
    ['a business name that was registered this year', 1, '2026-03-05', '2027-06-30'],
    ['incorporated trustees that were registered this year: not before next year', 3, '2026-03-05', '2027-12-31'],
    ['incorporated trustees that were registered last year', 3, '2025-12-31', '2026-12-31'],
    ['incorporated trustees without a known date', 3, undefined, '2026-12-31'],
    ['a company without a known date', 2, undefined, '2026-12-31'],
    ['a company with an impossible date', 2, '2020-02-30', '2026-12-31'],
    ['a company with a text that is not a date', 2, '20 August 2015', '2026-12-31'],
    ['a company with a registration date in the future', 2, '2030-01-01', '2026-12-31'],
  ] as const)('of %s', (_, classificationId, registrationDate, day) => {
    expect(dueOf('cac_annual_returns', { classificationId, registrationDate })).toBe(day);
  });

  test.each([
    ['2026-06-30', '2026-03-05', '2027-06-30'],
    ['2026-06-30', '2025-12-31', '2026-06-30'],
    ['2026-06-30', undefined, '2026-06-30'],
  ])('of a business name, added on %s and registered on %s, are due on %s', (today, registrationDate, day) => {
    expect(dueOf('cac_annual_returns', { classificationId: 1, registrationDate }, today)).toBe(day);
  });

  test('of 29 February return to it in a leap year', () => {
    const first = firstDueDate(
      CATALOGUE.cac_annual_returns.firstDue,
      { classificationId: 2, registrationDate: '2024-02-29' },
      TODAY,
    );
    expect(first).toStrictEqual({ nextDueDate: '2027-02-28', anchorDay: 29 });
    expect(followingDueDate(first, 'annual')).toBe('2028-02-29');
  });
});

describe('the registration with SCUML', () => {
  test.each([
    ['30 days after a recent registration', '2026-11-01', '2026-12-01'],
    ['today, if the 30 days end today', '2026-10-22', '2026-11-21'],
    ['30 days from now, if they are over', '2026-10-21', '2026-12-21'],
    ['30 days from now, if no date is known', undefined, '2026-12-21'],
  ])('is due %s', (_, registrationDate, day) => {
    expect(dueOf('scuml', { classificationId: 2, registrationDate })).toBe(day);
  });
});

test('a contribution that is due on the last day of a month is due on the last day of every month', () => {
  let due = firstDueDate(CATALOGUE.nsitf.firstDue, COMPANY, '2028-01-31');
  const months = [due.nextDueDate];
  for (let month = 0; month < 4; month++) {
    due = { ...due, nextDueDate: followingDueDate(due, 'monthly') };
    months.push(due.nextDueDate);
  }
  expect(months).toStrictEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']);
});

const anyDay = fc
  .tuple(fc.integer({ min: 2000, max: 2200 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, day]) => dayInMonth(year, month, day));

test('every first due date is today or later, and at most two years ahead, whatever the registry says', () => {
  const registered = fc.oneof(anyDay, fc.constant(undefined), fc.string());
  const classes = fc.constantFrom(1, 2, 3, 4, 5);
  fc.assert(
    fc.property(anyDay, registered, classes, (today, registrationDate, classificationId) =>
      SEEDED_CATEGORIES.every((category) => {
        const due = dueOf(category, { classificationId: classificationId as 1, registrationDate }, today);
        return due >= today && due <= addDays(today, 731);
      }),
    ),
  );
});

test('a completion moves monthly and annual obligations by only one period, and others not at all', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...FREQUENCIES), (day, frequency) => {
      const next = followingDueDate(statedDueDate(day), frequency);
      const [year, month] = dateParts(day);
      const [nextYear, nextMonth] = dateParts(next);
      const months = (nextYear - year) * 12 + nextMonth - month;
      return months === { monthly: 1, annual: 12, one_off: 0, custom: 0 }[frequency];
    }),
  );
});
