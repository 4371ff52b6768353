import { ApiError } from '#shared/errors/api-error';
import type { ArrivedRequest, RequestCredential } from '#shared/http/caller/request-credential';
import type { Contract } from '#shared/http/contract';
import type { Kit } from '#shared/http/kit';
import { errorFields } from '#shared/platform/logger';
import { within } from '#shared/platform/within';
import { callerNetwork, type RateLimitCount } from './rate-limiter.ts';
import { RATE_LIMITS, type RateLimitSurface } from './rate-limits.ts';

/** The parts of a request that counting needs. */
interface CountedRequest extends Pick<ArrivedRequest, 'meta' | 'log'> {
  readonly credential: Pick<RequestCredential, 'confirm'>;
  readonly timeLeftMs: () => number;
}

/** How a request counts towards the limit of its surface. */
export interface RequestCount {
  /**
   * Starts counting it.
   *
   * @throws ApiError RATE_LIMITED when the window is known to be exhausted, so that the request costs no call at all.
   */
  readonly begin: () => void;
  /**
   * Counts the request, once: in the first wave, or when it is refused earlier. Undefined when no limit counts it, or
   * the counter could not be reached. Never rejects.
   */
  readonly counted: () => Promise<RateLimitCount | undefined>;
  /** The count if it was already begun. Does not begin it. */
  readonly known: () => Promise<RateLimitCount | undefined>;
  /** Makes the response show the window as exhausted, however much is left of it. */
  readonly showExhausted: () => void;
}

/** The count of one request. */
export const requestCountOf = (
  contract: Pick<Contract, 'limit'>,
  kit: Kit,
  { meta, log, credential, timeLeftMs }: CountedRequest,
): RequestCount => {
  const { sourceIp, nowMs } = meta;
  let surface: RateLimitSurface | undefined;
  let count: Promise<RateLimitCount | undefined> | undefined;

  /**
   * The caller in whose window the request counts. An account counts only once it is confirmed, so that nobody can use
   * up another's limit.
   */
  const countedCaller = async (of: RateLimitSurface): Promise<string> => {
    const confirmed = RATE_LIMITS[of].per === 'account' ? await credential.confirm().catch(() => undefined) : undefined;
    return confirmed?.accountId ?? callerNetwork(sourceIp);
  };

  /**
   * Counts the request, and lets it pass when the counter cannot be reached: a limiter never takes the service down. A
   * slow counter is waited for as long as any other read, by the client's own timeouts. Otherwise a burst would pass by
   * slowing it.
   */
  const countOnce = (of: RateLimitSurface): Promise<RateLimitCount | undefined> =>
    within(timeLeftMs(), async () => kit.limiter().count(kit.table(), of, await countedCaller(of), nowMs)).catch(
      (error: unknown) => {
        log.error('RATE_LIMIT_UNAVAILABLE', { surface: of, ...errorFields(error) });
        kit.metrics('RateLimitUnavailable', 1, { surface: of });
        return undefined;
      },
    );

  const begin: RequestCount['begin'] = () => {
    if (contract.limit === undefined) return;
    const exhausted =
      RATE_LIMITS[contract.limit].per === 'address'
        ? kit.limiter().exhausted(contract.limit, callerNetwork(sourceIp), nowMs)
        : undefined;
    if (exhausted) {
      count = Promise.resolve(exhausted);
      throw new ApiError('RATE_LIMITED');
    }
    surface = contract.limit;
  };

  const counted: RequestCount['counted'] = async () => {
    if (surface !== undefined) count ??= countOnce(surface);
    return count;
  };

  const showExhausted: RequestCount['showExhausted'] = () => {
    count = count?.then((known) => known && { ...known, remaining: 0, exceeded: true });
  };

  return { begin, counted, known: async () => count, showExhausted };
};
