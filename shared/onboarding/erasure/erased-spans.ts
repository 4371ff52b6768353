import { type Applicant, MAX_TIMELINE_ENTRIES } from '#shared/onboarding/applicants/applicant';

/** A span of time, in milliseconds since the epoch, both ends included. */
type Span = readonly [fromMs: number, toMs: number];

/** By how much the clocks of two functions may differ: one requests an assessment and another makes it. */
const CLOCKS_MS = 60_000;

/** What is known of the time of an applicant once it is erased. */
type ErasedTimes = Pick<Applicant, 'timeline'> & Required<Pick<Applicant, 'erasedAt'>>;

/** When a visit ended and was settled, as far as it has been. */
interface EndedVisit {
  readonly endedAt: string | null;
  readonly settledAt?: string;
}

/** Whether the timeline has lost entries: then only its first ones, and the last, are as they happened. */
const hasGaps = ({ timeline }: Pick<Applicant, 'timeline'>): boolean => timeline.length >= MAX_TIMELINE_ENTRIES;

/** The spans in which the checks and visits of an applicant were made: from the beginning of each assessment to its end. */
export const assessmentSpans = ({ timeline, erasedAt }: ErasedTimes): readonly Span[] => {
  const endMs = Date.parse(erasedAt);
  const begun = timeline.findIndex(({ status }) => status === 'processing');
  const first = timeline[begun];
  if (!first) return hasGaps({ timeline }) ? [[Date.parse(timeline[0]?.at ?? erasedAt), endMs]] : [];
  if (hasGaps({ timeline })) return [[Date.parse(first.at) - CLOCKS_MS, endMs]];
  return timeline.flatMap(({ status, at }, index): readonly Span[] => {
    if (status !== 'processing') return [];
    const endedAt = timeline[index + 1]?.at ?? erasedAt;
    return [[Date.parse(at) - CLOCKS_MS, Date.parse(endedAt) + CLOCKS_MS]];
  });
};

/**
 * The spans in which events about an applicant happened: each change of its status has them at its time, and a visit between
 * its end and when that was settled.
 */
export const eventSpans = (
  { timeline, erasedAt }: ErasedTimes,
  visits: readonly EndedVisit[],
): readonly Span[] => {
  const times = [...new Set(timeline.map(({ at }) => Date.parse(at)))];
  // Of a timeline with gaps, the last but one is the newest that nothing is missing before.
  const last = timeline.at(-2);
  return [
    ...times.map((atMs): Span => [atMs, atMs]),
    ...visits.flatMap(({ endedAt, settledAt = erasedAt }): readonly Span[] =>
      endedAt === null ? [] : [[Date.parse(endedAt), Date.parse(settledAt)]],
    ),
    ...(hasGaps({ timeline }) && last ? [[Date.parse(last.at), Date.parse(erasedAt)] as const] : []),
  ];
};
