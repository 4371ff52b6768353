import { CONTRACTS } from '#functions/api/contracts';
import { openApiDocument } from '#shared/http/openapi';
import { serve } from '#shared/http/serve';
import { serveOpenapi } from './contracts.ts';

/** `GET /v1/openapi.json`: the OpenAPI document of the whole API, made from its contracts. */
export const handler = serve(serveOpenapi, {
  answer: ({ meta }) => {
    const document = openApiDocument(CONTRACTS, { serverUrl: meta.ownOrigin });
    return { status: 200, body: { ...document } };
  },
});
