import { ApiError } from '#shared/errors/api-error';
import { effect } from '#shared/platform/effect';
import { optionalEnv } from '#shared/platform/env';
import { checkEndpoint, ENDPOINT_REFUSALS, type EndpointRules, type EndpointVerdict } from './endpoint-guard.ts';

/**
 * This stage's rules for endpoints. Loopback is allowed where `ALLOW_LOOPBACK_ENDPOINTS` is set, which is only done
 * locally.
 */
export const endpointRules = (): EndpointRules => ({
  allowLoopbackHttp: optionalEnv('ALLOW_LOOPBACK_ENDPOINTS') === 'true',
});

/** The effect of the capability `endpoints`: the guard of this stage's endpoints. */
export const endpoints = effect('endpoints', (endpoint: string) => checkEndpoint(endpoint, endpointRules()));

/**
 * Requires that webhooks may be sent to an endpoint.
 *
 * @throws ApiError ENDPOINT_NOT_ALLOWED, which says why.
 */
export const requireAllowed = (verdict: EndpointVerdict): void => {
  if (verdict.allowed) return;
  const details = [{ path: 'endpoint', message: ENDPOINT_REFUSALS[verdict.reason] }];
  throw new ApiError('ENDPOINT_NOT_ALLOWED', { details });
};
