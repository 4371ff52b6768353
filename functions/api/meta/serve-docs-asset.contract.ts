import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** Serves the script of the API reference under a name that changes with its contents. */
export const serveDocsAsset = contract({
  name: 'serve-docs-asset',
  group: 'meta',
  method: 'GET',
  answersHead: true,
  route: '/v1/docs/{asset}',
  summary: 'Get the script of the API reference',
  caller: 'public',
  path: object({ asset: described(lookupText(100), 'The name of the script, as the API reference states it.') }),
  produces: 'javascript',
  success: { 200: v.string() },
  errors: ['ROUTE_NOT_FOUND'],
  // A year, the longest that caches honour.
  cacheSeconds: 31_536_000,
  touches: {},
  documented: false,
});
