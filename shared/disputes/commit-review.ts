import type * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { type Attempted, onLatest } from '#shared/db/latest';
import type { TransactionResult } from '#shared/db/named-operations';
import type { FileAddress } from '#shared/platform/object-store';
import { type disputeBody, disputeView } from './dispute-view.ts';
import { type Review, type ReviewedDispute, type ReviewState, reviewDispute } from './review-dispute.ts';

/** The response to a review. */
interface ReviewResponse {
  readonly success: true;
  readonly data: v.InferOutput<typeof disputeBody>;
}

/** A review that changes something. */
type WrittenReview = Required<Pick<ReviewedDispute, 'dispute' | 'operations'>>;

/** The functions that a review is made with. */
interface ReviewCommit<State> {
  readonly nowMs: number;
  readonly addressOf: FileAddress;
  /** The state to retry from, given the items that refused the review. */
  readonly newer: (state: State, found: readonly (Item | undefined)[]) => State | undefined;
  /** Commits the writes of a review, with those that its endpoint adds. */
  readonly commit: (reviewed: WrittenReview, state: State, response: ReviewResponse) => Promise<TransactionResult>;
}

/**
 * Reviews a dispute, and retries while it, its event or its vendor changes. A review that does not change the dispute
 * writes nothing.
 *
 * @returns the response, and the point that watchers are to be notified of, once it is written.
 * @throws ApiError ILLEGAL_STATE when the dispute's status does not allow the new one.
 */
export const commitReview = <State extends ReviewState>(
  start: State,
  review: Review,
  { nowMs, addressOf, newer, commit }: ReviewCommit<State>,
): Promise<Attempted<{ readonly response: ReviewResponse } & Pick<ReviewedDispute, 'point'>>> =>
  onLatest(
    start,
    async (state) => {
      const { dispute, operations, point } = reviewDispute(state, review, nowMs);
      const response = { success: true, data: await disputeView(dispute, addressOf) } as const;
      const value = { response, ...(point && { point }) };
      if (!operations) return { result: { written: true }, value };
      return { result: await commit({ dispute, operations }, state, response), value };
    },
    newer,
  );
