import { disputeDownloads } from '#shared/disputes/dispute-files';
import { readCasePage } from '#shared/disputes/dispute-repository';
import { disputeView } from '#shared/disputes/dispute-view';
import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listDisputeCases } from './list-dispute-cases.contract.ts';

/** GET /v1/admin/disputes */
export const handler = serve(listDisputeCases, {
  effects: [disputeDownloads],
  load: ({ query }, { table }) => readCasePage(table, query, query),
  answer: async ({ query, loaded: page }, { disputeDownloads: addressOf }) => ({
    success: true,
    ...(await pageBody(page, query, (dispute) => disputeView(dispute, addressOf))),
  }),
});
