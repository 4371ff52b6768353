import * as v from 'valibot';
import { DATE_TIME, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';

const ids = {
  disputeId: described(v.string(), 'The id of the dispute (`dsp_`).'),
  vendorId: described(v.string(), 'The id of the vendor that the dispute is about (`cmp_`).'),
  eventId: described(v.string(), 'The id of the disputed monitoring event (`evt_`).'),
  environment: environmentSchema,
};

const reviewedAt = described(v.string(), 'When the dispute was decided.', DATE_TIME);

const exampleIds = {
  disputeId: 'dsp_01KAJ6B1D4F7H0K3M6P9R2T5V8',
  vendorId: 'cmp_01KAJ3Z4T7B0D2F5H8K1M3P6R9',
  eventId: 'evt_01KAJ69Z8C1E4G7J0M3P6R9T2V',
  environment: 'sandbox',
} as const;

const EXAMPLE_DECISION_TIME = '2026-11-22T09:41:08.530Z';

/** The events of disputes, for the account that filed them. */
export const DISPUTE_EVENTS = {
  'dispute.created': {
    webhook: 'disputes',
    summary: 'A dispute was filed.',
    data: v.object({ ...ids, createdAt: described(v.string(), 'When the dispute was filed.', DATE_TIME) }),
    example: { ...exampleIds, createdAt: '2026-11-21T14:20:11.004Z' },
  },
  'dispute.under_review': {
    webhook: 'disputes',
    summary: 'A reviewer started to review a dispute.',
    data: v.object({
      ...ids,
      underReviewSince: described(v.string(), 'When the reviewer started the review.', DATE_TIME),
    }),
    example: { ...exampleIds, underReviewSince: '2026-11-22T08:05:44.127Z' },
  },
  'dispute.upheld': {
    webhook: 'disputes',
    summary: 'A dispute was upheld: the event is voided and no longer counts.',
    data: v.object({
      ...ids,
      reviewedAt,
      eventVoidedAt: described(
        v.string(),
        'When the event was voided. Earlier than `reviewedAt` if another dispute had already voided it.',
        DATE_TIME,
      ),
      scoreDeltaRestored: described(
        v.nullable(v.string()),
        'The points restored to the score, with two decimal places. Null if none were restored.',
      ),
    }),
    example: {
      ...exampleIds,
      reviewedAt: EXAMPLE_DECISION_TIME,
      eventVoidedAt: EXAMPLE_DECISION_TIME,
      scoreDeltaRestored: '8.00',
    },
  },
  'dispute.rejected': {
    webhook: 'disputes',
    summary: 'A dispute was rejected: the event still counts.',
    data: v.object({ ...ids, reviewedAt }),
    example: { ...exampleIds, reviewedAt: EXAMPLE_DECISION_TIME },
  },
} as const;
