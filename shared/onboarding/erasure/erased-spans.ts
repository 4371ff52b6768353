import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { MAX_TIMELINE_BYTES, MAX_TIMELINE_ENTRIES } from '#shared/onboarding/applicants/timeline';

/** A span of time, in milliseconds since the epoch, both ends included. */
type Span = readonly [fromMs: number, toMs: number];

/** By how much the clocks of two functions may differ: one requests an assessment and another makes it. */
const CLOCKS_MS = 60_000;

/** What is known of the time of an applicant once it is erased. */
interface ErasedTimes extends Pick<Applicant, 'timeline' | 'createdAt'>, Required<Pick<Applicant, 'erasedAt'>> {
  readonly hasGaps: boolean;
}

/** When a visit ended and was settled, as far as it has been. */
interface EndedVisit {
  readonly endedAt: string | null;
  readonly settledAt?: string;
}

/** More bytes than one entry of a timeline takes, with the longest reason. */
const MOST_OF_ENTRY_BYTES = 5_000;

/**
 * Whether a timeline may have lost entries: then it does not tell when something happened. It loses one after the other, and
 * only what it has no room for.
 */
export const mayHaveGaps = (timeline: Applicant['timeline']): boolean =>
  timeline.length >= MAX_TIMELINE_ENTRIES - 1 ||
  Buffer.byteLength(JSON.stringify(timeline)) >= MAX_TIMELINE_BYTES - MOST_OF_ENTRY_BYTES;

const wholeLife = ({ createdAt, erasedAt }: ErasedTimes): Span => [
  Date.parse(createdAt) - CLOCKS_MS,
  Date.parse(erasedAt) + CLOCKS_MS,
];

/** The spans in which the checks and visits of an applicant were made: from the beginning of each assessment to its end. */
export const assessmentSpans = (times: ErasedTimes): readonly Span[] => {
  const { timeline, erasedAt, hasGaps } = times;
  if (hasGaps) return [wholeLife(times)];
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
export const eventSpans = (times: ErasedTimes, visits: readonly EndedVisit[]): readonly Span[] => {
  const { timeline, erasedAt, hasGaps } = times;
  if (hasGaps) return [wholeLife(times)];
  const changes = [...new Set(timeline.map(({ at }) => Date.parse(at)))];
  return [
    ...changes.map((atMs): Span => [atMs, atMs]),
    ...visits.flatMap(({ endedAt, settledAt = erasedAt }): readonly Span[] =>
      endedAt === null ? [] : [[Date.parse(endedAt), Date.parse(settledAt)]],
    ),
  ];
};
