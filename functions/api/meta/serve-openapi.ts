import { apiDocument } from '#functions/api/openapi-document';
import { documentAt } from '#shared/http/openapi/openapi-servers';
import { serve } from '#shared/http/serve';
import { apiUrl } from '#shared/platform/api-url';
import { serveOpenapi } from './serve-openapi.contract.ts';

/** `GET /v1/openapi.json`: the OpenAPI document of the whole API, with the URL that it is served at. */
export const handler = serve(serveOpenapi, {
  answer: () => ({ ...documentAt(apiDocument(), apiUrl()) }),
});
