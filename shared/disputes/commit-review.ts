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

/** A review that has something to write. */
type WrittenReview = Required<Pick<ReviewedDispute, 'dispute' | 'operations'>>;

/** What a review is made with. */
interface ReviewCommit<State> {
  readonly nowMs: number;
  readonly addressOf: FileAddress;
  /** The state that a review is made from anew, from what refused it. */
  readonly newer: (state: State, found: readonly (Item | undefined)[]) => State | undefined;
  /** Commits the writes of a review, with what its endpoint writes beside them. */
  readonly commit: (reviewed: WrittenReview, state: State, response: ReviewResponse) => Promise<TransactionResult>;
}

/**
 * Reviews a dispute, anew for as long as it, its event or its vendor changes meanwhile. A review that leaves the dispute
 * as it is writes nothing.
 *
 * @returns the response, and the point of which watchers are to be notified, once it is written.
 * @throws ApiError ILLEGAL_STATE from a status that does not lead there.
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
