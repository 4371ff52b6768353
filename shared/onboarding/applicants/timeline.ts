import * as v from 'valibot';
import { moduleIdSchema } from '#shared/onboarding/modules/module-id';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { APPLICANT_STATUSES } from './applicant-states.ts';

/** Who may change an applicant's status: its account, the applicant, the service itself, or a reviewer of the account. */
export const ACTORS = ['account', 'applicant', 'service', 'reviewer'] as const;

/** Who changed an applicant's status. */
export type Actor = (typeof ACTORS)[number];

/** The status of an applicant, as the API shows it. */
export const applicantStatusSchema = component(
  v.picklist(APPLICANT_STATUSES),
  'ApplicantStatus',
  'The status of an applicant. It goes from `created` through `in_progress`, `submitted` and `processing` ' +
    'to `approved`, `rejected` or `requires_review`. It may also be `resubmission_requested`, `expired` or ' +
    '`abandoned`.',
);

/** One change of an applicant's status, as its record stores it and its account sees it. */
export const timelineEntrySchema = component(
  v.object({
    status: applicantStatusSchema,
    at: described(v.string(), 'When the status began.', DATE_TIME),
    by: described(
      v.picklist(ACTORS),
      'Who caused the change: the account, the applicant, the service itself, or a reviewer of the account.',
    ),
    reviewedBy: v.exactOptional(
      described(
        v.string(),
        'The credential of the reviewer: the account of a session (`usr_`) or an API key (`key_`). Only if `by` is ' +
          '`reviewer`.',
      ),
    ),
    reason: v.exactOptional(described(v.string(), "The reviewer's reason.")),
    modules: v.exactOptional(
      described(v.array(moduleIdSchema), 'The modules that were opened again. Only for `resubmission_requested`.'),
    ),
    overturns: v.exactOptional(
      v.nullable(
        described(
          v.string(),
          'The event of the decision that this one overturned (`sev_`). Missing for every other change, null where that ' +
            'event is not known.',
        ),
      ),
    ),
  }),
  'TimelineEntry',
  "One change of an applicant's status.",
);

/** One change of an applicant's status. */
export type TimelineEntry = v.InferOutput<typeof timelineEntrySchema>;

/** An applicant's statuses, oldest first. */
export type Timeline = readonly TimelineEntry[];

/**
 * Maximum entries of a timeline; after that, the newest entry replaces the last. Anyone with the public link can
 * abandon and resume without end, and must not fill the item that stores the decision.
 */
export const MAX_TIMELINE_ENTRIES = 200;

/**
 * Maximum bytes of a timeline after a reviewer's change, as JSON in UTF-8. It equals about 200 changes without reasons,
 * so that reasons do not raise the cost of writing an applicant.
 */
export const MAX_TIMELINE_BYTES = 16_384;

const bytesOf = (entries: Timeline): number => Buffer.byteLength(JSON.stringify(entries));

/** Whether an entry only says that the applicant left or came back, which can repeat without end. */
const isAbandonOrResume = ({ by, status }: TimelineEntry): boolean =>
  by === 'applicant' && (status === 'abandoned' || status === 'in_progress');

/** What a timeline drops to make room for a new entry, in this order, oldest entries first. */
const REDUCTIONS: readonly {
  /** Whether it reduces the number of entries, not only the bytes. */
  readonly reducesCount: boolean;
  /** How many of the newest entries it keeps unchanged. */
  readonly keptNewest: number;
  readonly without: (entry: TimelineEntry) => Timeline;
}[] = [
  { reducesCount: true, keptNewest: 1, without: (entry) => (isAbandonOrResume(entry) ? [] : [entry]) },
  { reducesCount: false, keptNewest: 3, without: ({ reason: _, modules: __, ...rest }) => [rest] },
  { reducesCount: true, keptNewest: 1, without: () => [] },
];

/**
 * Adds a reviewer's change to a timeline. The first and the new entry are always kept. When there is no room, first the
 * applicant's abandoning and resuming are dropped, then the reasons of the oldest decisions, then the oldest entries.
 * One place stays free for later changes, so that they do not replace the reviewer's.
 */
export const withReview = (timeline: Timeline, reviewed: TimelineEntry): TimelineEntry[] => {
  let kept: TimelineEntry[] = [...timeline, reviewed];
  for (const { reducesCount, keptNewest, without } of REDUCTIONS) {
    let bytes = bytesOf(kept);
    let count = kept.length;
    const firstKeptIndex = kept.length - keptNewest;
    kept = kept.flatMap((entry, index) => {
      const hasRoom = bytes <= MAX_TIMELINE_BYTES && (!reducesCount || count < MAX_TIMELINE_ENTRIES);
      if (hasRoom || index === 0 || index >= firstKeptIndex) return [entry];
      const left = without(entry);
      bytes -= bytesOf([entry]) - bytesOf(left);
      count -= 1 - left.length;
      return left;
    });
  }
  return kept;
};
