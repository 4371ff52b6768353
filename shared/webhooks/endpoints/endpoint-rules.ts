import { optionalEnv } from '#shared/platform/env';
import type { EndpointRules } from './endpoint-guard.ts';

/** What this stage permits of endpoints: loopback where `ALLOW_LOOPBACK_ENDPOINTS` says so, which is local alone. */
export const endpointRules = (): EndpointRules => ({
  allowLoopbackHttp: optionalEnv('ALLOW_LOOPBACK_ENDPOINTS') === 'true',
});
