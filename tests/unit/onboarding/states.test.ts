import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DECISION_STATUSES } from '#shared/events/catalogue';
import {
  APPLICANT_STATUSES,
  APPLICANT_TRANSITIONS,
  type ApplicantStatus,
  type ApplicantTransition,
} from '#shared/onboarding/applicants/applicant-states';
import { SESSION_TRANSITIONS } from '#shared/onboarding/sessions/session-states';

/** Every change that the contract allows, written out. All others must be impossible. */
const ALLOWED = [
  'created > in_progress',
  'created > submitted',
  'in_progress > submitted',
  'resubmission_requested > submitted',
  'created > abandoned',
  'in_progress > abandoned',
  'resubmission_requested > abandoned',
  'abandoned > in_progress',
  'created > expired',
  'in_progress > expired',
  'resubmission_requested > expired',
  'abandoned > expired',
  'requires_review > approved',
  'requires_review > rejected',
  'requires_review > resubmission_requested',
  'requires_review > processing',
  'approved > rejected',
  'rejected > approved',
  'submitted > processing',
  'processing > approved',
  'processing > rejected',
  'processing > requires_review',
  'processing > resubmission_requested',
];

const transitions: readonly ApplicantTransition[] = Object.values(APPLICANT_TRANSITIONS);

describe('the statuses of an applicant', () => {
  test('change only as the contract allows', () => {
    const possible = transitions.flatMap(({ from, to }) => from.map((status) => `${status} > ${to}`));
    expect([...new Set(possible)].sort()).toEqual([...ALLOWED].sort());
  });

  test('can each be reached from the first', () => {
    const reached = new Set<string>(['created']);
    for (const _ of APPLICANT_STATUSES) {
      for (const { from, to } of transitions) if (from.some((status) => reached.has(status))) reached.add(to);
    }
    expect(APPLICANT_STATUSES.filter((status) => !reached.has(status))).toEqual([]);
    const left = new Set(transitions.flatMap(({ from }) => from));
    expect([...left].filter((status) => !reached.has(status))).toEqual([]);
  });

  test('end by expiring; a decision is overturned and never left', () => {
    const left = new Set(transitions.flatMap(({ from }) => from));
    const ended = transitions.map(({ to }) => to).filter((status) => !left.has(status));
    expect([...new Set(ended)].sort()).toEqual(['expired']);
    // A reviewer overturns a decision to the other one, which is the only way to change it.
    const decided = transitions.filter(({ from }) =>
      from.some((status) => status === 'approved' || status === 'rejected'),
    );
    expect(decided.map(({ from, to }) => `${from.join()} > ${to}`).sort()).toEqual([
      'approved > rejected',
      'rejected > approved',
    ]);
  });

  test('never leave an end, leave a decision only for the other one, and never skip the assessment, in whatever order triggers arrive and repeat', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...transitions), { maxLength: 60 }), (triggers) => {
        const path: ApplicantStatus[] = ['created'];
        for (const { from, to } of triggers) {
          if (from.some((status) => status === path.at(-1))) path.push(to);
        }
        expect(path.includes('expired') && path.at(-1) !== 'expired').toBe(false);
        const decidedAt = path.findIndex((status) => status === 'approved' || status === 'rejected');
        if (decidedAt >= 0) expect(['approved', 'rejected']).toEqual(expect.arrayContaining(path.slice(decidedAt)));
        path.forEach((status, n) => {
          if (status === 'processing') expect(['submitted', 'requires_review']).toContain(path[n - 1]);
          if (status === 'requires_review') expect(path[n - 1]).toBe('processing');
          if (status === 'approved' || status === 'rejected') expect(path.slice(0, n)).toContain('processing');
        });
      }),
      { numRuns: 500 },
    );
  });

  test('are a decision in three cases, one of which is review', () => {
    expect(DECISION_STATUSES).toEqual(['approved', 'rejected', 'requires_review']);
  });
});

describe('the statuses of an embed session', () => {
  test('change only by saving, submitting, abandoning, expiring, reopening, and erasure', () => {
    expect(SESSION_TRANSITIONS).toEqual({
      save: { from: ['in_progress'], to: 'in_progress' },
      submit: { from: ['in_progress'], to: 'submitted' },
      reopen: { from: ['submitted'], to: 'in_progress' },
      renew: { from: ['in_progress'], to: 'in_progress' },
      abandon: { from: ['in_progress'], to: 'abandoned' },
      resume: { from: ['abandoned'], to: 'in_progress' },
      expire: { from: ['in_progress', 'abandoned'], to: 'expired' },
      erase: { from: ['in_progress', 'submitted', 'abandoned', 'expired'], to: 'expired' },
    });
  });
});
