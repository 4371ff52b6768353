import { disputeDownloads } from '#shared/disputes/dispute-files';
import { readDisputePage } from '#shared/disputes/dispute-repository';
import { disputeView } from '#shared/disputes/dispute-view';
import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { listDisputes } from './list-disputes.contract.ts';

/** GET /v1/disputes */
export const handler = serve(listDisputes, {
  effects: [disputeDownloads],
  load: ({ query, caller }, { table }) => readDisputePage(table, callerEnvironment(caller), query, query),
  answer: async ({ query, loaded: page }, { disputeDownloads: addressOf }) => ({
    success: true,
    ...(await pageBody(page, query, (dispute) => disputeView(dispute, addressOf))),
  }),
});
