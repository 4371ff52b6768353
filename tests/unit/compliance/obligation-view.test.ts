import { describe, expect, test } from 'vitest';
import { newObligation } from '#shared/compliance/obligation-changes';
import { obligationView } from '#shared/compliance/obligation-view';

const daysAt = (timestamp: string): number => {
  const draft = { companyId: 'cmp_1', category: 'custom', title: 'Rent', frequency: 'custom' } as const;
  const place = { accountId: 'usr_1', environment: 'live' } as const;
  const nowMs = Date.parse(timestamp);
  return obligationView(newObligation(place, { ...draft, nextDueDate: '2026-11-22' }, nowMs), nowMs).daysUntilDue;
};

describe('daysUntilDue of an obligation due on 22 November', () => {
  test.each([
    ['2026-11-21T22:30:00Z', 1, '23:30 in Lagos of the day before'],
    ['2026-11-21T23:30:00Z', 0, '00:30 in Lagos of the day'],
    ['2026-11-22T22:30:00Z', 0, '23:30 in Lagos of the day'],
    ['2026-11-22T23:30:00Z', -1, '00:30 in Lagos of the day after'],
    ['2025-11-22T12:00:00Z', 365, 'a year before'],
  ])('at %s is %i: %s', (timestamp, days) => {
    expect(daysAt(timestamp)).toBe(days);
  });
});
