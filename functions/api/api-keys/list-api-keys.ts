import { readApiKeys } from '#shared/auth/api-key-repository';
import { pagination, requestedPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listApiKeys as contract } from './list-api-keys.contract.ts';

/** GET /v1/developers/api-keys */
export const handler = serve(contract, {
  load: ({ caller, meta }, { table }) => readApiKeys(table, caller, meta.nowMs),
  answer: ({ query, loaded: data }) => {
    const page = requestedPage(query);
    if (!page) return { success: true, data: [...data] };
    const first = (page.page - 1) * page.limit;
    return { success: true, data: data.slice(first, first + page.limit), pagination: pagination(page, data.length) };
  },
});
