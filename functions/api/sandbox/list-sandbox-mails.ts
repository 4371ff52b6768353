import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readKeptMails } from '#shared/mails/kept-mail';
import { listSandboxMails } from './list-sandbox-mails.contract.ts';

/** GET /v1/sandbox/mails */
export const handler = serve(listSandboxMails, {
  load: async ({ query, caller, meta }, { table }) =>
    caller.environments.includes('sandbox')
      ? readKeptMails(table, caller.accountId, query.to, query, meta.nowMs)
      : { mails: [], total: 0 },
  answer: ({ query, loaded: { mails, total } }) => ({
    success: true,
    data: [...mails],
    pagination: pagination(query, total),
  }),
});
