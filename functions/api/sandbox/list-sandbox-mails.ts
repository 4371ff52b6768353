import { NO_ENTRIES } from '#shared/db/lists/page';
import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readKeptMails } from '#shared/mails/kept-mail';
import { listSandboxMails } from './list-sandbox-mails.contract.ts';

/** GET /v1/sandbox/mails */
export const handler = serve(listSandboxMails, {
  load: async ({ query, caller, meta }, { table }) =>
    caller.environments.includes('sandbox')
      ? readKeptMails(table, caller.accountId, query.to, query, meta.nowMs)
      : NO_ENTRIES,
  answer: async ({ query, loaded: page }) => ({ success: true, ...(await pageBody(page, query, (mail) => mail)) }),
});
