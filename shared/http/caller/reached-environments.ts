import { ApiError } from '#shared/http/errors';
import type { Scope } from '#shared/platform/scope';

const environmentIn = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'environment' in part ? part.environment : undefined;

/**
 * Refuses a request whose query or body names an environment that its credential does not reach. In the kit, so that no
 * endpoint can omit it.
 *
 * @throws ApiError ENVIRONMENT_MISMATCH.
 */
export const refuseOtherEnvironment = (
  { environments }: Scope,
  { query, body }: { readonly query?: unknown; readonly body?: unknown },
): void => {
  for (const requested of [environmentIn(query), environmentIn(body)]) {
    const reached = requested === undefined || environments.some((environment) => environment === requested);
    if (!reached) throw new ApiError('ENVIRONMENT_MISMATCH');
  }
};
