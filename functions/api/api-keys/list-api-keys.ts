import { readApiKeys } from '#shared/auth/api-keys/api-key-repository';
import { allOrPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listApiKeys as contract } from './list-api-keys.contract.ts';

/** GET /v1/developers/api-keys */
export const handler = serve(contract, {
  load: ({ caller, meta }, { table }) => readApiKeys(table, caller, meta.nowMs),
  answer: ({ query, loaded: keys }) => ({ success: true, ...allOrPage(keys, query) }),
});
