import { describe, expect, test } from 'vitest';
import { MAX_TIMELINE_ENTRIES, type TimelineEntry, withReview } from '#shared/onboarding/applicants/timeline';
import { assessmentSpans, eventSpans, mayHaveGaps } from '#shared/onboarding/erasure/erased-spans';
import { isoTime } from '#shared/platform/clock';

const START_MS = Date.UTC(2026, 10, 21, 14);
const MINUTE_MS = 60_000;

const at = (minute: number): string => isoTime(START_MS + minute * MINUTE_MS);

const entry = (
  status: TimelineEntry['status'],
  minute: number,
  by: TimelineEntry['by'] = 'service',
): TimelineEntry => ({
  status,
  at: at(minute),
  by,
});

/** Appends as the table does: the newest entry replaces the last. */
const appended = (timeline: readonly TimelineEntry[], one: TimelineEntry): TimelineEntry[] => [
  ...timeline.slice(0, MAX_TIMELINE_ENTRIES - 1),
  one,
];

/**
 * The timelines of an applicant that is sent back repeatedly, each with the times of all its assessments.
 *
 * @param comings how often it leaves or comes back before each submission.
 */
function* livesOf(reason: string, comings: number): Generator<readonly [TimelineEntry[], string[]]> {
  let timeline: TimelineEntry[] = [entry('created', 0, 'account')];
  const assessed: string[] = [];
  let minute = 0;
  for (let round = 0; round < 120; round++) {
    for (let coming = 0; coming < comings; coming++) {
      timeline = appended(timeline, entry(coming % 2 === 0 ? 'abandoned' : 'in_progress', ++minute, 'applicant'));
    }
    timeline = appended(timeline, entry('submitted', ++minute, 'applicant'));
    timeline = appended(timeline, entry('processing', ++minute));
    assessed.push(at(minute));
    timeline = appended(timeline, entry('requires_review', ++minute));
    const reviewed = { ...entry('resubmission_requested', ++minute, 'reviewer'), reviewedBy: 'usr_1', reason };
    timeline = withReview(timeline, reviewed);
    yield [timeline, [...assessed]];
  }
}

describe('A timeline that has lost what an erasure relies on', () => {
  test.each([
    ['long reasons', 'é'.repeat(500), 0],
    ['short reasons', 'no', 0],
    ['many status changes', 'x'.repeat(120), 7],
  ])('says so, with %s, in every case', (_what, reason, comings) => {
    const lossy = [...livesOf(reason, comings)].filter(([timeline, assessed]) => {
      const known = new Set(timeline.map((one) => one.at));
      return assessed.some((time) => !known.has(time));
    });
    expect(lossy.length).toBeGreaterThan(0);
    expect(lossy.every(([timeline]) => mayHaveGaps(timeline))).toBe(true);
  });

  test('does not say so for an ordinary applicant', () => {
    const reviewed = { ...entry('rejected', 9, 'reviewer'), reviewedBy: 'usr_1', reason: 'x'.repeat(500) };
    expect(mayHaveGaps([entry('created', 0), entry('submitted', 1), entry('processing', 2), reviewed])).toBe(false);
  });
});

describe('Traces of an applicant are searched for', () => {
  const times = {
    timeline: [entry('created', 0), entry('submitted', 5), entry('processing', 6), entry('approved', 8)],
    createdAt: at(0),
    erasedAt: at(100),
    hasGaps: false,
  };

  test('around its assessments, and around each change of its status', () => {
    expect(assessmentSpans(times)).toEqual([[START_MS + 5 * MINUTE_MS, START_MS + 9 * MINUTE_MS]]);
    expect(eventSpans(times, [])).toEqual(
      [0, 5, 6, 8].map((one) => [START_MS + one * MINUTE_MS, START_MS + one * MINUTE_MS]),
    );
  });

  test('from the end of a visit until it was settled, or until the erasure', () => {
    const visits = [{ endedAt: at(20), settledAt: at(21) }, { endedAt: at(30) }, { endedAt: null }];
    expect(eventSpans({ ...times, timeline: [] }, visits)).toEqual([
      [START_MS + 20 * MINUTE_MS, START_MS + 21 * MINUTE_MS],
      [START_MS + 30 * MINUTE_MS, START_MS + 100 * MINUTE_MS],
    ]);
  });

  test('in its whole life if the timeline does not tell', () => {
    const whole = [[START_MS - MINUTE_MS, START_MS + 101 * MINUTE_MS]];
    expect(assessmentSpans({ ...times, hasGaps: true })).toEqual(whole);
    expect(eventSpans({ ...times, hasGaps: true }, [])).toEqual(whole);
  });
});
