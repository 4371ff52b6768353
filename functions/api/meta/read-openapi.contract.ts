import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { component, described } from '#shared/platform/described';

/** For the API document: marks objects as open. */
const OPEN_OBJECT = { additionalProperties: true };

/** Serves the OpenAPI document of this API. */
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
    // The fields keep the order of the document, which is served as it is written.
    200: v.pipe(
      v.looseObject({
        openapi: described(v.string(), 'The OpenAPI version of the document.'),
        info: component(
          v.pipe(
            v.looseObject({
              title: described(v.string(), 'The name of the API.'),
              version: described(v.string(), 'The version of the API.'),
            }),
            v.metadata(OPEN_OBJECT),
          ),
          'DocumentInfo',
          'The API that the document describes.',
        ),
      }),
      v.metadata(OPEN_OBJECT),
    ),
  },
  cacheSeconds: 300,
  touches: { uses: ['support'] },
});
