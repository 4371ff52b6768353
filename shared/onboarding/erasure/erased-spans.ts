import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { MAX_TIMELINE_BYTES, MAX_TIMELINE_ENTRIES } from '#shared/onboarding/applicants/timeline';

/** A span of time, in milliseconds since the epoch, both ends included. */
type Span = readonly [fromMs: number, toMs: number];

/** Allowed difference between the clocks of two functions, because one requests an assessment and another makes it. */
const CLOCKS_MS = 60_000;

/** The times that an erased applicant still has. */
interface ErasedTimes extends Pick<Applicant, 'timeline' | 'createdAt'>, Required<Pick<Applicant, 'erasedAt'>> {
  readonly hasGaps: boolean;
}

/** When a visit ended and was settled; absent for what has not happened. */
interface EndedVisit {
  readonly endedAt: string | null;
  readonly settledAt?: string;
}

/** More bytes than one timeline entry takes, even with the longest reason. */
const MAX_ENTRY_BYTES = 5_000;

/**
 * Whether a timeline may have lost entries, and so does not show when everything happened. Entries are dropped one at a
 * time, only when there is no room.
 */
export const mayHaveGaps = (timeline: Applicant['timeline']): boolean =>
  timeline.length >= MAX_TIMELINE_ENTRIES - 1 ||
  Buffer.byteLength(JSON.stringify(timeline)) >= MAX_TIMELINE_BYTES - MAX_ENTRY_BYTES;

const lifetimeSpan = ({ createdAt, erasedAt }: ErasedTimes): Span => [
  Date.parse(createdAt) - CLOCKS_MS,
  Date.parse(erasedAt) + CLOCKS_MS,
];

/** The spans in which an applicant's checks and visits were made: from the beginning to the end of each assessment. */
export const assessmentSpans = (times: ErasedTimes): readonly Span[] => {
  const { timeline, erasedAt, hasGaps } = times;
  if (hasGaps) return [lifetimeSpan(times)];
  return timeline.flatMap(({ status, at }, index): readonly Span[] => {
    if (status !== 'processing') return [];
    const endedAt = timeline[index + 1]?.at ?? erasedAt;
    return [[Date.parse(at) - CLOCKS_MS, Date.parse(endedAt) + CLOCKS_MS]];
  });
};

/**
 * The spans of the events about an applicant: the time of each change of its status, and for each visit the time from
 * its end until it was settled.
 */
export const eventSpans = (times: ErasedTimes, visits: readonly EndedVisit[]): readonly Span[] => {
  const { timeline, erasedAt, hasGaps } = times;
  if (hasGaps) return [lifetimeSpan(times)];
  const changes = [...new Set(timeline.map(({ at }) => Date.parse(at)))];
  return [
    ...changes.map((atMs): Span => [atMs, atMs]),
    ...visits.flatMap(({ endedAt, settledAt = erasedAt }): readonly Span[] =>
      endedAt === null ? [] : [[Date.parse(endedAt), Date.parse(settledAt)]],
    ),
  ];
};
