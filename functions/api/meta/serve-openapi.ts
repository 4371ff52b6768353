import { CONTRACTS } from '#functions/api/contracts';
import { openApiDocument } from '#shared/http/openapi';
import { serve } from '#shared/http/serve';
import { apiUrl } from '#shared/platform/api-url';
import { once } from '#shared/platform/env';
import { serveOpenapi } from './contracts.ts';

const document = once(() => openApiDocument(CONTRACTS));

/** `GET /v1/openapi.json`: the OpenAPI document of the whole API, made from its contracts once a container. */
export const handler = serve(serveOpenapi, {
  answer: () => ({ status: 200, body: { ...document(), servers: [{ url: apiUrl() }] } }),
});
