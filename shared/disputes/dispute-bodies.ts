import * as v from 'valibot';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { idText, text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { isFinal, REVIEWED_STATUSES } from './dispute-states.ts';
import { disputeBody, disputeStatusSchema } from './dispute-view.ts';

/** Body of "file a dispute". */
export const fileDisputeBody = object({
  vendorId: described(idText, 'The id of a vendor that you watch or own (`cmp_`).'),
  eventId: described(idText, 'The id of the monitoring event to dispute (`evt_`).'),
  description: described(
    text(5000, { minLength: 10, trim: true }),
    'What is wrong with the event, in 10 to 5,000 characters.',
  ),
});

/** A newly filed dispute, as the request describes it. */
export type FiledDispute = v.InferOutput<typeof fileDisputeBody>;

const reviewedStatus = described(v.picklist(REVIEWED_STATUSES), 'The new status of the dispute.');

const reviewNote = text(2000, { minLength: 1, trim: true });

/** Body of "review a dispute". A decision needs a note. */
export const reviewDisputeBody = v.pipe(
  object({
    status: reviewedStatus,
    reviewNote: v.optional(
      described(
        reviewNote,
        'The reason for the decision, shown to the account that filed the dispute. Required for `upheld` and ' +
          '`rejected`. A note sent with `under_review` is not kept.',
      ),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['status'], ['reviewNote']],
      ({ status, reviewNote }) => !isFinal(status) || reviewNote !== undefined,
      'Required to uphold or reject a dispute',
    ),
    ['reviewNote'],
  ),
);

/** Body of "decide on a dispute of the sandbox". */
export const decideSandboxDisputeBody = object({
  status: reviewedStatus,
  reviewNote: v.optional(
    described(reviewNote, 'The reason for the decision. A note sent with `under_review` is not kept.'),
  ),
});

/** A reviewer's step. */
export type RequestedReview = v.InferOutput<typeof decideSandboxDisputeBody>;

/** The path of calls about one dispute. */
export const disputePath = object({ disputeId: described(idText, 'The id of the dispute (`dsp_`).') });

/** A response with one dispute. */
export const disputeResponse = v.object({ success: succeeded, data: disputeBody });

/** Query of a list of disputes. */
export const disputeListQuery = {
  ...pageQueryEntries,
  status: v.optional(described(disputeStatusSchema, 'Only disputes with this status.')),
};

/** A page of disputes. */
export const disputeListResponse = v.object({
  success: succeeded,
  data: described(v.array(disputeBody), 'The disputes on this page, newest first.'),
  pagination: paginationSchema,
});
