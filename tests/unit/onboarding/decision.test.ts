import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DecisionInput, decide } from '#shared/onboarding/assessment/decision';
import type { ModuleStatus } from '#shared/onboarding/assessment/scoring';
import { NOTHING_REHEARSED } from '#shared/sources/rehearsal';
import { sandboxRehearsal } from '#shared/sources/sandbox/sandbox-rehearsal';
import { CHECK_REASONS, type CheckReason, DECISION_REASONS } from '#shared/verification/check-reasons';
import { risk } from './fixtures.ts';

const result = (status: ModuleStatus, ...reasonCodes: CheckReason[]) => ({ status, reasonCodes });

const decideOn = (more: Partial<DecisionInput>) =>
  decide({ results: [result('passed')], riskScore: 0, risk: risk(), rehearsal: NOTHING_REHEARSED, ...more });

/** A risk section with all three switches off. */
const WITHOUT_REVIEWS = { reviewOnPepMatch: false, reviewOnAdverseMedia: false, reviewOnSanctionsMatch: false };

describe('by the score', () => {
  test.each([
    [30, 70, 0, 'approved'],
    [30, 70, 30, 'approved'],
    [30, 70, 31, 'requires_review'],
    [30, 70, 69, 'requires_review'],
    [30, 70, 70, 'rejected'],
    [30, 70, 100, 'rejected'],
    [0, 0, 0, 'requires_review'],
    [80, 20, 50, 'requires_review'],
    [80, 20, 10, 'approved'],
    [80, 20, 90, 'rejected'],
  ])('approving to %i and rejecting from %i, a score of %i is %s', (approve, reject, riskScore, outcome) => {
    const thresholds = risk({ autoApproveThreshold: approve, autoRejectThreshold: reject });
    expect(decideOn({ risk: thresholds, riskScore }).outcome).toBe(outcome);
  });

  test('the reason names the rule first, then what the checks found, each once', () => {
    const results = [
      result('failed', 'tin_not_found'),
      result('review', 'name_mismatch'),
      result('review', 'name_mismatch'),
      result('passed', 'nuban_check_digit'),
    ];
    expect(decideOn({ results, riskScore: 100 }).reason).toBe('score_rejects, tin_not_found, name_mismatch');
    expect(decideOn({ results, riskScore: 50 }).reason).toBe('score_undecided, tin_not_found, name_mismatch');
    expect(decideOn({ results, riskScore: 20 }).reason).toBe('score_approves, tin_not_found, name_mismatch');
    const overlap = risk({ autoApproveThreshold: 90, autoRejectThreshold: 10 });
    expect(decideOn({ results, riskScore: 50, risk: overlap }).reason).toMatch(/^thresholds_overlap, /);
    expect(decideOn({}).reason).toBe('all_checks_passed');
  });

  test('without a score a person decides', () => {
    expect(decideOn({ results: [result('pending')], riskScore: null })).toEqual({
      outcome: 'requires_review',
      reason: 'nothing_assessed',
    });
  });
});

describe('a screening hit', () => {
  test.each([
    ['sanctions_match', 'reviewOnSanctionsMatch'],
    ['pep_match', 'reviewOnPepMatch'],
    ['adverse_media_match', 'reviewOnAdverseMedia'],
  ] as const)('%s goes to a person if %s is on, whatever the score', (code, flag) => {
    const on = risk({ ...WITHOUT_REVIEWS, [flag]: true });
    for (const riskScore of [0, 50, 100]) {
      expect(decideOn({ results: [result('review', code)], riskScore, risk: on })).toEqual({
        outcome: 'requires_review',
        reason: code,
      });
    }
  });

  test('is left to the score if its switch is off', () => {
    const results = [result('review', 'sanctions_match', 'pep_match', 'adverse_media_match')];
    const off = risk(WITHOUT_REVIEWS);
    expect(decideOn({ results, riskScore: 100, risk: off }).outcome).toBe('rejected');
    expect(decideOn({ results, riskScore: 0, risk: off }).outcome).toBe('approved');
  });

  test('does not hide another hit', () => {
    const results = [result('review', 'adverse_media_match'), result('review', 'sanctions_match')];
    expect(decideOn({ results }).reason).toBe('sanctions_match, adverse_media_match');
  });
});

describe('a module without a verdict', () => {
  test('sends the applicant to a person, whatever the score', () => {
    for (const riskScore of [null, 0, 100]) {
      expect(
        decideOn({
          results: [result('failed', 'tin_not_found'), result('unavailable', 'source_unavailable')],
          riskScore,
        }),
      ).toEqual({
        outcome: 'requires_review',
        reason: 'source_unavailable',
      });
    }
  });

  test('distinguishes an empty wallet from a source that is down, and keeps the hits', () => {
    expect(decideOn({ results: [result('unavailable', 'insufficient_balance')] }).reason).toBe('insufficient_balance');
    const results = [
      result('review', 'pep_match'),
      result('unavailable', 'source_unavailable'),
      result('unavailable', 'insufficient_balance'),
    ];
    expect(decideOn({ results }).reason).toBe('source_unavailable, insufficient_balance, pep_match');
  });
});

describe('a sandbox name', () => {
  test.each([
    ['SANDBOX_REJECT', 'rejected', 'sandbox_reject'],
    ['SANDBOX_REVIEW', 'requires_review', 'sandbox_review'],
    ['SANDBOX_RESUBMIT', 'resubmission_requested', 'sandbox_resubmit'],
    ['SANDBOX_SANCTIONS', 'requires_review', 'sanctions_match'],
    ['SANDBOX_PEP', 'requires_review', 'pep_match'],
    ['SANDBOX_ADVERSE', 'requires_review', 'adverse_media_match'],
    ['SANDBOX_UNAVAILABLE', 'requires_review', 'source_unavailable'],
  ])('%s leads to %s on a widget that checks nothing, whatever its thresholds', (name, outcome, reason) => {
    const rehearsal = sandboxRehearsal([`${name} Ltd`], false);
    for (const thresholds of [0, 50, 100]) {
      const any = risk({ autoApproveThreshold: thresholds, autoRejectThreshold: 100 - thresholds });
      expect(decideOn({ rehearsal, risk: any })).toEqual({ outcome, reason });
    }
  });

  test('does not hide another: every hit is named, and a rejection has priority', () => {
    const names = ['Clean Ltd', 'SANDBOX_PEP', 'SANDBOX_SANCTIONS'];
    expect(decideOn({ rehearsal: sandboxRehearsal(names, false) }).reason).toBe('sanctions_match, pep_match');
    const rejected = sandboxRehearsal([...names, 'SANDBOX_REJECT'], false);
    expect(decideOn({ rehearsal: rejected }).outcome).toBe('rejected');
  });

  test('asks for a resubmission once', () => {
    expect(sandboxRehearsal(['SANDBOX_RESUBMIT'], true)).toEqual(NOTHING_REHEARSED);
  });

  test('of a hit depends on the switch', () => {
    expect(
      decideOn({ rehearsal: sandboxRehearsal(['SANDBOX_PEP'], false), risk: risk({ reviewOnPepMatch: false }) })
        .outcome,
    ).toBe('approved');
  });

  test('rejects nobody while a source is down', () => {
    const results = [result('unavailable', 'source_unavailable')];
    expect(decideOn({ rehearsal: sandboxRehearsal(['SANDBOX_REJECT'], false), results }).outcome).toBe(
      'requires_review',
    );
  });
});

describe('every decision', () => {
  const reason = fc.constantFrom(...(Object.keys(CHECK_REASONS) as CheckReason[]));
  const status = fc.constantFrom<ModuleStatus[]>('pending', 'passed', 'failed', 'review', 'unavailable');
  const results = fc.array(fc.record({ status, reasonCodes: fc.array(reason, { maxLength: 3, minLength: 1 }) }));
  const score = fc.option(fc.integer({ min: 0, max: 100 }));
  const threshold = fc.integer({ min: 0, max: 100 });
  const input = fc.record({
    results,
    riskScore: score,
    rehearsal: fc.constant(NOTHING_REHEARSED),
    risk: fc
      .record({
        autoApproveThreshold: threshold,
        autoRejectThreshold: threshold,
        reviewOnPepMatch: fc.boolean(),
        reviewOnAdverseMedia: fc.boolean(),
        reviewOnSanctionsMatch: fc.boolean(),
      })
      .map(risk),
  });

  test('has a short reason made of known codes', () => {
    fc.assert(
      fc.property(input, (any) => {
        const codes = decide(any).reason.split(', ');
        expect(codes.length).toBeLessThanOrEqual(6);
        for (const code of codes) expect({ ...CHECK_REASONS, ...DECISION_REASONS }).toHaveProperty(code);
      }),
    );
  });

  test('names at most six codes, the decisive ones first, each once', () => {
    const results = [
      result('failed', 'registration_not_found', 'tin_not_found'),
      result('review', 'name_mismatch', 'registration_not_found'),
      result('failed', 'address_not_verified'),
      result('failed', 'account_not_found', 'document_not_found'),
    ];
    const all = ['score_rejects', ...new Set(results.flatMap(({ reasonCodes }) => reasonCodes))];
    expect(all.length).toBeGreaterThan(6);
    expect(decideOn({ results, riskScore: 100 }).reason).toBe(all.slice(0, 6).join(', '));
    const six = [result('failed', ...(all.slice(1, 6) as CheckReason[]))];
    expect(decideOn({ results: six, riskScore: 100 }).reason).toBe(all.slice(0, 6).join(', '));
  });

  test('rejects only by the score, with every source responding and no hit to review', () => {
    fc.assert(
      fc.property(input, (any) => {
        if (decide(any).outcome !== 'rejected') return;
        expect(any.results.map((one) => one.status)).not.toContain('unavailable');
        expect(any.riskScore).toBeGreaterThanOrEqual(any.risk.autoRejectThreshold);
        expect(any.riskScore).toBeGreaterThan(any.risk.autoApproveThreshold);
      }),
    );
  });

  test('approves only by the score, with every source responding', () => {
    fc.assert(
      fc.property(input, (any) => {
        if (decide(any).outcome !== 'approved') return;
        expect(any.results.map((one) => one.status)).not.toContain('unavailable');
        expect(any.riskScore).toBeLessThanOrEqual(any.risk.autoApproveThreshold);
        expect(any.riskScore).toBeLessThan(any.risk.autoRejectThreshold);
      }),
    );
  });

  test('does not request a resubmission without a sandbox name', () => {
    fc.assert(
      fc.property(input, (any) => {
        expect(decide(any).outcome).not.toBe('resubmission_requested');
      }),
    );
  });
});
