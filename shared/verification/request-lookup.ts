import { ApiError } from '#shared/errors/api-error';
import type { Logger } from '#shared/platform/logger';
import type { SourceName, SourceResult, Unavailable } from '#shared/sources/ports';

/**
 * Maximum milliseconds that the lookups of a request may take: a function of the API has 20 seconds in total on the
 * smallest stage, and has to commit afterwards.
 */
const LOOKUP_MS = 12_000;

/** Aborts the lookups of a request in time; the source is then unavailable. */
export const lookupSignal = (): AbortSignal => AbortSignal.timeout(LOOKUP_MS);

/**
 * Requires a reliable response of a source, for a request: the facts, or that there is no such record.
 *
 * @throws ApiError SOURCE_UNAVAILABLE, logged with its cause, when there is none.
 */
export const requireReliable = <Facts>(
  source: SourceName,
  result: SourceResult<Facts>,
  { log }: { readonly log: Logger },
): Exclude<SourceResult<Facts>, Unavailable> => {
  if (result.status !== 'unavailable') return result;
  log.warn('LOOKUP_UNAVAILABLE', { source, reason: result.cause });
  throw new ApiError('SOURCE_UNAVAILABLE');
};
