import { update, type WriteOperation } from '#shared/db/expressions';
import type { Dispute } from './dispute.ts';
import { disputeKeys } from './keys.ts';

/**
 * The write that erases what an account stated in a dispute, and the names of its documents. What was decided stays,
 * because a score that others see may follow from it. Undefined when there is nothing to erase.
 */
export const eraseDispute = ({
  disputeId,
  description,
  documents,
  reviewNote,
}: Dispute): WriteOperation | undefined => {
  if (description === '' && documents.length === 0 && reviewNote === null) return undefined;
  return update(disputeKeys.dispute(disputeId), {
    set: { description: '', documents: [], reviewNote: null },
    when: { disputeId: 'exists' },
  });
};
