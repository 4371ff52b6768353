import { onLatest } from '#shared/db/latest';
import { newDocument } from '#shared/disputes/dispute-documents';
import { disputeDownloads, disputeUploads } from '#shared/disputes/dispute-files';
import { disputeView } from '#shared/disputes/dispute-view';
import { type DisputeHeads, fileDispute, newerHeads, readFiling, refuseFiling } from '#shared/disputes/file-dispute';
import { withKeptFiles } from '#shared/files/kept-file';
import { parseMultipart } from '#shared/http/multipart/multipart';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { fileDispute as contract } from './file-dispute.contract.ts';

/** POST /v1/disputes: all refusals are checked before any of its documents is stored. */
export const handler = serve(contract, {
  effects: [disputeUploads, disputeDownloads],
  multipart: parseMultipart,
  load: ({ body, caller }, { table }) => readFiling(table, callerEnvironment(caller), body),
  answer: async ({ body, files, caller, loaded, meta: { nowMs } }, effects) => {
    const { disputeUploads, disputeDownloads } = effects;
    const owner = callerEnvironment(caller);
    const uploaded = (files?.documents ?? []).map((file) => newDocument(owner, file, nowMs));
    const documents = uploaded.map(({ document }) => document);
    const kept = uploaded.map(({ file }) => file);
    return withKeptFiles(kept, { ...effects, files: disputeUploads }, nowMs, async (commit) => {
      const attempt = async (heads: DisputeHeads) => {
        const { dispute, operations } = fileDispute(owner, body, documents, heads, nowMs);
        const response = { success: true, data: await disputeView(dispute, disputeDownloads) } as const;
        return { result: await commit(operations, response), value: response };
      };
      const { result, value } = await onLatest(loaded, attempt, newerHeads(owner));
      return result.written ? value : refuseFiling(result.refusals);
    });
  },
});
