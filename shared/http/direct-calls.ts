import { ApiError } from '#shared/errors/api-error';
import type { Logger } from '#shared/platform/logger';
import { isEdgeOnly } from './edge.ts';
import type { Kit } from './kit.ts';
import { recordOutcome } from './outcome.ts';
import type { RequestMeta } from './request.ts';
import { type ApiResponse, type RenderedContract, renderError } from './response.ts';

/**
 * The response to a request that bypasses the edge of a stage which is called only through it: 403 HOST_NOT_ALLOWED,
 * logged like any other outcome. Otherwise nobody would have to pass the edge's firewall
 * (docs/decisions/0099).
 *
 * @returns undefined for a request that is let through.
 */
export const refusalOfDirect = (
  contract: RenderedContract,
  kit: Pick<Kit, 'clock' | 'metrics'>,
  { meta, log }: { readonly meta: RequestMeta; readonly log: Logger },
): ApiResponse | undefined => {
  if (meta.throughEdge || !isEdgeOnly()) return undefined;
  const error = new ApiError('HOST_NOT_ALLOWED');
  const response = renderError(contract, meta, error, undefined);
  recordOutcome(kit, { meta, log }, response, { error, cause: error });
  return response;
};
