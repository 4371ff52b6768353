import { newerAmong, onLatest } from '#shared/db/latest';
import { addDocuments, guardDocuments } from '#shared/disputes/add-documents';
import { type Dispute, disputeRecord } from '#shared/disputes/dispute';
import { newDocument } from '#shared/disputes/dispute-documents';
import { disputeDownloads, disputeUploads } from '#shared/disputes/dispute-files';
import { findOwnDispute } from '#shared/disputes/dispute-repository';
import { disputeView } from '#shared/disputes/dispute-view';
import { ApiError } from '#shared/errors/api-error';
import { withKeptFiles } from '#shared/files/kept-file';
import { parseMultipart } from '#shared/http/multipart/multipart';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { addDisputeDocuments } from './add-dispute-documents.contract.ts';

/** POST /v1/disputes/{disputeId}/documents */
export const handler = serve(addDisputeDocuments, {
  effects: [disputeUploads, disputeDownloads],
  multipart: parseMultipart,
  load: ({ path, caller }, { table }) => findOwnDispute(table, callerEnvironment(caller), path.disputeId),
  answer: async ({ files, caller, loaded, meta: { nowMs } }, effects) => {
    const { disputeUploads, disputeDownloads } = effects;
    if (!loaded) throw new ApiError('DISPUTE_NOT_FOUND');
    const owner = callerEnvironment(caller);
    const uploaded = (files.documents ?? []).map((file) => newDocument(owner, file, nowMs));
    guardDocuments(loaded, uploaded.length);
    const documents = uploaded.map(({ document }) => document);
    const kept = uploaded.map(({ file }) => file);
    return withKeptFiles(kept, { ...effects, files: disputeUploads }, nowMs, async (commit) => {
      const attempt = async (state: { readonly dispute: Dispute }) => {
        const { dispute, operations } = addDocuments(state.dispute, documents, nowMs);
        const response = { success: true, data: await disputeView(dispute, disputeDownloads) } as const;
        return { result: await commit(operations, response), value: response };
      };
      const newer = newerAmong<{ readonly dispute: Dispute }>({ dispute: disputeRecord(loaded.disputeId) });
      const { result, value } = await onLatest({ dispute: loaded }, attempt, newer);
      if (!result.written) throw new Error('Documents were refused by something else than their dispute');
      return value;
    });
  },
});
