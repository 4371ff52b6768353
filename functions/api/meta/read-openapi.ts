import { apiDocument } from '#functions/api/openapi-document';
import { documentAt } from '#shared/http/openapi/openapi-servers';
import { serve } from '#shared/http/serve';
import { apiUrl } from '#shared/platform/api-url';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { readOpenapi } from './read-openapi.contract.ts';

/** The effect of the capability `support`: the address that customers write to. */
const support = effect('support', () => env('SUPPORT_EMAIL'));

/** `GET /v1/openapi.json`: the OpenAPI document of the whole API, with the address that it is served at. */
export const handler = serve(readOpenapi, {
  effects: [support],
  answer: (_, { support: supportEmail }) => ({
    ...documentAt(apiDocument(), { url: apiUrl(), supportEmail: supportEmail() }),
  }),
});
