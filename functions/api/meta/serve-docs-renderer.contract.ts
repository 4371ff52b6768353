import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** Serves the script that renders the API reference. */
export const serveDocsRenderer = contract({
  name: 'serve-docs-renderer',
  group: 'meta',
  method: 'GET',
  answersHead: true,
  route: '/v1/docs/renderer.js',
  summary: 'Get the script of the API reference',
  caller: 'public',
  query: object({
    version: v.exactOptional(described(lookupText(100), 'The hash of the script, as the API reference states it.')),
  }),
  produces: 'javascript',
  success: { 200: v.string() },
  touches: {},
  documented: false,
});
