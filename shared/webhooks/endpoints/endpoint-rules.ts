import { effect } from '#shared/platform/effect';
import { optionalEnv } from '#shared/platform/env';
import { checkEndpoint, type EndpointRules } from './endpoint-guard.ts';

/** What this stage allows of endpoints: loopback where `ALLOW_LOOPBACK_ENDPOINTS` is set, which is local only. */
export const endpointRules = (): EndpointRules => ({
  allowLoopbackHttp: optionalEnv('ALLOW_LOOPBACK_ENDPOINTS') === 'true',
});

/** The effect of the capability `endpoints`: the guard of this stage's endpoints. */
export const endpoints = effect('endpoints', (endpoint: string) => checkEndpoint(endpoint, endpointRules()));
