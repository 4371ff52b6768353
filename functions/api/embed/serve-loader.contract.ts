import * as v from 'valibot';
import { contract } from '#shared/http/contract';

/** Serves the loader, which puts the hosted page of a widget into a customer's page. */
export const serveLoader = contract({
  name: 'serve-loader',
  group: 'embed',
  method: 'GET',
  answersHead: true,
  route: '/widget.js',
  summary: 'Get the loader of the hosted page',
  caller: 'public',
  produces: 'javascript',
  success: { 200: v.string() },
  // Short, so that a fix arrives within the hour: customers refer to the file without a version.
  cacheSeconds: 3600,
  touches: {},
  documented: false,
});
