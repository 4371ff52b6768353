import * as v from 'valibot';
import { contract } from '#shared/http/contract';

/** Shows the API reference, a page for people that is made of the API document. */
export const showDocs = contract({
  name: 'show-docs',
  group: 'meta',
  method: 'GET',
  answersHead: true,
  route: '/v1/docs',
  summary: 'Show the API reference',
  caller: 'public',
  produces: 'html',
  // 304: what the browser has already.
  success: { 200: v.string(), 304: v.literal('') },
  touches: {},
  documented: false,
});
