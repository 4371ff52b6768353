import { errorFields, type Logger } from '#shared/platform/logger';
import { type AccountCaller, authenticate, type Credential } from './account-caller.ts';
import type { Contract } from './contract.ts';
import { ApiError } from './errors.ts';
import type { Kit } from './kit.ts';
import { callerNetwork, type RateLimitCount } from './rate-limiter.ts';
import { RATE_LIMITS, type RateLimitSurface } from './rate-limits.ts';
import type { RequestMeta } from './request.ts';

/** What is known of one request, from its first moment to its answer. */
export interface Passage {
  readonly meta: RequestMeta;
  readonly log: Logger;
  credential?: Credential;
  /** Settles when the caller is certain or refused; see {@link Gate.confirm}. */
  certain?: Promise<AccountCaller | undefined>;
  /** Settles when the request is counted; undefined when the counter could not be reached. Never rejects. */
  count?: Promise<RateLimitCount | undefined>;
}

/** Who may pass, and how often. */
export interface Gate {
  /**
   * The caller for certain, found out once a request. Undefined where no account is asked for.
   *
   * @throws ApiError as {@link authenticate} does.
   */
  confirm(passage: Passage): Promise<AccountCaller | undefined>;
  /**
   * Starts to count a request of a limited surface.
   *
   * @throws ApiError RATE_LIMITED when the window is known to be exhausted, so that the request costs no call at all.
   */
  limitRate(passage: Passage): void;
}

const LIMITER_PATIENCE_MS = 800;

/** Fails a call that takes longer than `patienceMs`. */
const within = async <T>(patienceMs: number, call: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Took too long')), patienceMs);
  });
  return Promise.race([call(), tooLong]).finally(() => clearTimeout(timer));
};

/** The gate of one endpoint. */
export const makeGate = (contract: Contract, kit: Kit): Gate => {
  const confirm: Gate['confirm'] = (passage) => {
    const { credential, meta } = passage;
    passage.certain ??= credential
      ? authenticate(credential, contract, kit.table(), meta.nowMs)
      : Promise.resolve(undefined);
    return passage.certain;
  };

  /** Whose window a request counts in; an account's only once it is certain, so that nobody uses up another's. */
  const countedCaller = async (passage: Passage, surface: RateLimitSurface): Promise<string> => {
    const certain = RATE_LIMITS[surface].per === 'account' ? await confirm(passage).catch(() => undefined) : undefined;
    return certain?.accountId ?? callerNetwork(passage.meta.sourceIp);
  };

  /** A limiter never takes the service down: without its counter the request passes. */
  const count = (passage: Passage, surface: RateLimitSurface): Promise<RateLimitCount | undefined> =>
    within(kit.limiterPatienceMs ?? LIMITER_PATIENCE_MS, async () =>
      kit.limiter().count(kit.table(), surface, await countedCaller(passage, surface), passage.meta.nowMs),
    ).catch((error: unknown) => {
      passage.log.error('RATE_LIMIT_UNAVAILABLE', { surface, ...errorFields(error) });
      kit.metrics('RateLimitUnavailable', 1, { surface });
      return undefined;
    });

  const limitRate: Gate['limitRate'] = (passage) => {
    const surface = contract.limit;
    if (surface === undefined) return;
    const { sourceIp, nowMs } = passage.meta;
    const perAddress = RATE_LIMITS[surface].per === 'address';
    const known = perAddress ? kit.limiter().exhausted(surface, callerNetwork(sourceIp), nowMs) : undefined;
    passage.count = known ? Promise.resolve(known) : count(passage, surface);
    if (known) throw new ApiError('RATE_LIMITED');
  };

  return { confirm, limitRate };
};
