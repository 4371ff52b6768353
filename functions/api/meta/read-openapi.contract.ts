import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { component, described } from '#shared/platform/described';

/** For the API document: the description of open objects. */
const HOLDS_MORE = { additionalProperties: true };

/** The OpenAPI document of this very API. */
export const readOpenapi = contract({
  name: 'read-openapi',
  group: 'meta',
  method: 'GET',
  answersHead: true,
  route: '/v1/openapi.json',
  summary: 'Read the API document',
  description: 'Returns the OpenAPI 3.1 document of the API, from which you can generate a client.',
  caller: 'public',
  success: {
    // In the order of the document, which is served as it is written.
    200: v.pipe(
      v.looseObject({
        openapi: described(v.string(), 'The OpenAPI version of the document.'),
        info: component(
          v.pipe(
            v.looseObject({
              title: described(v.string(), 'The name of the API.'),
              version: described(v.string(), 'The version of the API.'),
            }),
            v.metadata(HOLDS_MORE),
          ),
          'DocumentInfo',
          'The API that the document describes.',
        ),
      }),
      v.metadata(HOLDS_MORE),
    ),
  },
  cacheSeconds: 300,
  touches: { uses: ['support'] },
});
