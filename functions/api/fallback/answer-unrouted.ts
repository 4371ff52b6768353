import { CONTRACTS } from '#functions/api/contracts';
import { serveUnrouted } from '#shared/http/unrouted';

/**
 * The `$default` route of the API: CORS preflights of the embed runtime, 405 for a method that a route does not have,
 * 404 for the rest. It is the only API function without a contract; the API's stack wires it itself.
 */
export const handler = serveUnrouted(CONTRACTS);
