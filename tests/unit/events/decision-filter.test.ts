import { describe, expect, test } from 'vitest';
import { DECISION_FILTERS, wantsDecision } from '#shared/events/decision-filter';

describe('names of webhook events', () => {
  test('that filter are the three outcomes', () => {
    expect([...DECISION_FILTERS]).toEqual(['applicant.approved', 'applicant.rejected', 'applicant.requires_review']);
  });

  test('let only the outcomes through that they name', () => {
    expect(wantsDecision(['applicant.approved'], 'approved')).toBe(true);
    expect(wantsDecision(['applicant.approved'], 'requires_review')).toBe(false);
    expect(wantsDecision(['applicant.vanished', 'applicant.rejected'], 'rejected')).toBe(true);
    expect(wantsDecision(['applicant.vanished', 'applicant.rejected'], 'approved')).toBe(false);
  });

  test.each([[[]], [['applicant.vanished']], [['kyb.applicant.decision', 'approved', '', 'applicant.created']]])(
    'filter nothing if they name no outcome: %j',
    (names) => {
      for (const outcome of ['approved', 'rejected', 'requires_review'])
        expect(wantsDecision(names, outcome)).toBe(true);
    },
  );
});
