import { update, type WriteOperation } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import { isoTime } from '#shared/platform/clock';
import { type Dispute, type DisputeDocument, disputeRecord } from './dispute.ts';
import { MAX_DOCUMENTS } from './dispute-documents.ts';

/**
 * Refuses documents that cannot be added to a dispute.
 *
 * @throws ApiError ILLEGAL_STATE once it is under review or decided; TOO_MANY_DOCUMENTS.
 */
export const guardDocuments = ({ status, documentCount }: Dispute, added: number): void => {
  if (status !== 'pending') {
    throw new ApiError('ILLEGAL_STATE', { details: [{ path: 'status', message: `The dispute is ${status}` }] });
  }
  if (documentCount + added > MAX_DOCUMENTS) throw new ApiError('TOO_MANY_DOCUMENTS');
};

/**
 * Adds documents to a pending dispute. The write refuses when the dispute has changed since it was read. Two concurrent
 * additions are both kept, as long as there is room.
 *
 * @throws ApiError ILLEGAL_STATE; TOO_MANY_DOCUMENTS.
 */
export const addDocuments = (
  before: Dispute,
  documents: readonly DisputeDocument[],
  nowMs: number,
): { readonly dispute: Dispute; readonly operations: { readonly dispute: WriteOperation } } => {
  guardDocuments(before, documents.length);
  const updatedAt = isoTime(Math.max(nowMs, Date.parse(before.updatedAt)));
  const changed = {
    documents: [...before.documents, ...documents],
    documentCount: before.documentCount + documents.length,
    updatedAt,
  };
  return {
    dispute: { ...before, ...changed },
    operations: {
      dispute: update(disputeRecord(before.disputeId).key, {
        set: changed,
        when: { status: { equals: 'pending' }, documentCount: { equals: before.documentCount } },
      }),
    },
  };
};
