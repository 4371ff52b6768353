import { ApiError } from '#shared/errors/api-error';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { type Contract, methodsOf } from './contract.ts';
import { embedPreflightHeaders, ownPreflightHeaders } from './cors.ts';
import { refusalOfDirect } from './direct-calls.ts';
import type { Kit } from './kit.ts';
import { recordOutcome } from './outcome.ts';
import { type ApiEvent, type RequestMeta, requestIds, requestMeta } from './request.ts';
import { type ApiResponse, commonHeaders, renderError } from './response.ts';

/** A route as its template and its contract, for matching. */
interface Route {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
  readonly embed: boolean;
}

/** The parts of the kit that need no table, so that a preflight does not wait for a client to load. */
type LightKit = Pick<Kit, 'clock' | 'log' | 'metrics'>;

/** The name of unrouted requests in the log. The path itself may hold anything, so it is not logged. */
const NO_ROUTE = '$default';

/** The template as a pattern: a parameter matches one segment, `{name+}` the rest. */
const patternOf = (template: string): RegExp => {
  const parts = template.split(/\{([^}]+)\}/);
  const source = parts.map((part, index) => {
    if (index % 2 === 1) return part.endsWith('+') ? '.+' : '[^/]+';
    return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`);
};

const routesOf = (contracts: readonly Contract[]): readonly Route[] => {
  const templates = [...new Set(contracts.map(({ route }) => route))];
  return templates.map((template) => {
    const there = contracts.filter(({ route }) => route === template);
    return {
      pattern: patternOf(template),
      methods: there.flatMap(methodsOf),
      embed: there.some(({ caller }) => caller === 'embed'),
    };
  });
};

const respondToPreflight = (meta: RequestMeta, headers: Readonly<Record<string, string>>): ApiResponse => ({
  statusCode: 204,
  headers: { 'Cache-Control': 'no-store', ...commonHeaders(meta), ...headers },
});

/**
 * Makes the handler of API Gateway's `$default` route, which gets every request that no contract routes. It has no
 * contract itself, and reads only the list of contracts:
 *
 * - `OPTIONS` on a route of the embed runtime is a preflight, and so is one on any other route from the stage's web
 *   origins: 204 with the CORS headers;
 * - a known route with an unknown method: 405 METHOD_NOT_ALLOWED with `Allow` (RFC 9110, 15.5.6);
 * - everything else: 404 ROUTE_NOT_FOUND.
 */
export const serveUnrouted = (
  contracts: readonly Contract[],
  kit: LightKit = { clock: systemClock, log: makeLogger(), metrics: makeMetrics() },
) => {
  const routes = routesOf(contracts);

  return async (event: ApiEvent): Promise<ApiResponse> => {
    const meta = requestMeta(event, kit.clock());
    const { method } = event.requestContext.http;
    const log = kit.log.with({ ...requestIds(meta), route: NO_ROUTE });
    const refusal = refusalOfDirect({ caller: 'public' }, kit, { meta, log });
    if (refusal) return refusal;
    const matching = routes.filter(({ pattern }) => pattern.test(event.rawPath));
    const methods = [...new Set(matching.flatMap((route) => route.methods))].sort();
    const embed = matching.some((route) => route.embed);

    const preflight = embed ? embedPreflightHeaders(meta, methods) : ownPreflightHeaders(meta, methods);
    if (method === 'OPTIONS' && methods.length > 0 && preflight) {
      const response = respondToPreflight(meta, preflight);
      recordOutcome(kit, { meta, log }, response);
      return response;
    }
    const error =
      methods.length > 0 && !methods.some((there) => there === method)
        ? new ApiError('METHOD_NOT_ALLOWED', { allowedMethods: methods })
        : new ApiError('ROUTE_NOT_FOUND');
    const response = renderError({ caller: embed ? 'embed' : 'public' }, meta, error, undefined);
    recordOutcome(kit, { meta, log }, response, { error, cause: error });
    return response;
  };
};
