import { apiDocument } from '#functions/api/openapi-document';
import { documentAt } from '#shared/http/openapi/openapi-servers';
import { serve } from '#shared/http/serve';
import { apiUrl } from '#shared/platform/api-url';
import { readOpenapi } from './read-openapi.contract.ts';

/** `GET /v1/openapi.json`: the OpenAPI document of the whole API, with the address that it is served at. */
export const handler = serve(readOpenapi, {
  answer: () => ({ ...documentAt(apiDocument(), apiUrl()) }),
});
