import { describe, expect, test } from 'vitest';
import {
  MAX_TIMELINE_BYTES,
  MAX_TIMELINE_ENTRIES,
  type Timeline,
  type TimelineEntry,
  withReview,
} from '#shared/onboarding/applicants/timeline';
import { MODULE_IDS } from '#shared/onboarding/modules/modules';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 14, 0, second)).toISOString();
const entry = (second: number, status: TimelineEntry['status'], by: TimelineEntry['by']): TimelineEntry => ({
  status,
  at: at(second),
  by,
});
const CREATED = entry(0, 'created', 'account');
const REVIEWER = 'usr_01KAJ3W8Q0V6XK4T8E2Z9C5R7M';
const review = (second: number, status: TimelineEntry['status'], reason: string): TimelineEntry => ({
  ...entry(second, status, 'reviewer'),
  reviewedBy: REVIEWER,
  reason,
});
const bytesOf = (timeline: Timeline) => Buffer.byteLength(JSON.stringify(timeline));
const hasLongest = ({ reason }: TimelineEntry) => reason === LONGEST;

/** The longest possible reason: 500 code points of four bytes each. */
const LONGEST = '𝒜'.repeat(500);

describe('A timeline that a reviewer changes', () => {
  test('ends with the change, after all earlier entries', () => {
    const before = [CREATED, entry(1, 'submitted', 'applicant'), entry(2, 'requires_review', 'service')];
    const decided = review(3, 'approved', 'Confirmed by telephone.');
    expect(withReview(before, decided)).toEqual([...before, decided]);
  });

  test('drops only entries of an applicant who left and came back, if these have filled it', () => {
    const idling = Array.from({ length: 196 }, (_, n) =>
      entry(n + 2, n % 2 === 0 ? 'abandoned' : 'in_progress', 'applicant'),
    );
    const sentBack = review(1, 'resubmission_requested', 'Wrong number.');
    const waiting = [entry(300, 'submitted', 'applicant'), entry(301, 'requires_review', 'service')];
    const decided = review(302, 'rejected', 'Forged.');
    const after = withReview([CREATED, sentBack, ...idling, ...waiting], decided);
    expect(after).toHaveLength(MAX_TIMELINE_ENTRIES - 1);
    expect(after.slice(0, 2)).toEqual([CREATED, sentBack]);
    expect(after.slice(-3)).toEqual([...waiting, decided]);
    expect(after[2]).toEqual(idling[2]);
  });

  test("keeps free the one place that later changes share, so that none of them replaces the reviewer's", () => {
    let timeline: Timeline = [CREATED];
    for (let n = 1; n <= 3 * MAX_TIMELINE_ENTRIES; n++) timeline = withReview(timeline, review(n, 'rejected', 'No'));
    expect(timeline.length).toBeLessThan(MAX_TIMELINE_ENTRIES);
    expect(timeline[0]).toEqual(CREATED);
    expect(timeline.at(-1)).toEqual(review(3 * MAX_TIMELINE_ENTRIES, 'rejected', 'No'));
  });

  test('stays within its bytes with the longest reasons and every module, and keeps the newest reasons', () => {
    let timeline: Timeline = [CREATED];
    for (let n = 1; n <= 2 * MAX_TIMELINE_ENTRIES; n++) {
      timeline = withReview(timeline, { ...review(n, 'resubmission_requested', LONGEST), modules: [...MODULE_IDS] });
      expect(bytesOf(timeline)).toBeLessThanOrEqual(MAX_TIMELINE_BYTES);
    }
    expect(timeline.length).toBeGreaterThan(50);
    expect(timeline.slice(-3).every(hasLongest)).toBe(true);
    expect(timeline.at(-1)?.modules).toEqual(MODULE_IDS);
    // It is kept longer who decided than why.
    expect(timeline.slice(1).every(({ reviewedBy }) => reviewedBy === REVIEWER)).toBe(true);
    expect(timeline[1]).not.toHaveProperty('reason');
  });

  test('drops the oldest reasons before any decision', () => {
    const decisions = Array.from({ length: 20 }, (_, n) => review(n + 1, 'rejected', LONGEST));
    const timeline = decisions.reduce<Timeline>((told, decision) => withReview(told, decision), [CREATED]);
    expect(timeline).toHaveLength(21);
    const withReason = timeline.filter(({ reason }) => reason !== undefined);
    expect(withReason).toEqual(decisions.slice(-withReason.length));
  });
});
