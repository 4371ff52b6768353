import type { AccountCaller, ProvenCredential } from '#shared/http/caller/account-caller';
import type { ApiKeyReference } from '#shared/http/caller/api-key-access';
import { isAccountKind } from '#shared/http/caller/caller-kinds';
import { findCredential } from '#shared/http/caller/credential';
import { proveCredential } from '#shared/http/caller/prove-credential';
import { callerNetwork, type RateLimitCount } from '#shared/http/limits/rate-limiter';
import { RATE_LIMITS, type RateLimitSurface } from '#shared/http/limits/rate-limits';
import type { Environment } from '#shared/platform/environments';
import { errorFields, type Logger } from '#shared/platform/logger';
import { noteSubject } from '#shared/platform/trace';
import type { Contract } from './contract.ts';
import { ApiError } from './errors.ts';
import type { Kit } from './kit.ts';
import type { RequestMeta } from './request.ts';
import { type RecordSecurityEvent, securityRecorder } from './security-recorder.ts';

/** What is known of one request, from its arrival to its response. */
export interface RequestContext {
  readonly meta: RequestMeta;
  readonly log: Logger;
  readonly security: RecordSecurityEvent;
  /** Milliseconds that may be waited for anything before the function is cut off without a response. */
  readonly timeLeftMs: () => number;
  /** The environment that the request names, where its endpoint does not ask for one; see `requestedEnvironment`. */
  environment?: Environment | undefined;
  /** Settles when the credential is proven or refused; see {@link Gate.prove}. */
  proven?: Promise<ProvenCredential | undefined>;
  /** Settles when the caller is confirmed or refused; see {@link Gate.confirm}. */
  confirmed?: Promise<AccountCaller | undefined>;
  /**
   * Settles when the use of an API key is recorded, or could not be; awaited before the function ends. Never rejects.
   */
  useNoted?: Promise<void>;
  /** The surface whose limit counts the request. */
  limit?: RateLimitSurface;
  /** Settles when the request is counted; see {@link Gate.counted}. */
  count?: Promise<RateLimitCount | undefined>;
}

/** Decides who may pass, and how often. */
export interface Gate {
  /** The context of a request on arrival. */
  open(known: Pick<RequestContext, 'meta' | 'log' | 'timeLeftMs'>): RequestContext;
  /**
   * Proves the credential of a request, once, without reading anything of its account. Undefined where no account is
   * required.
   *
   * @throws ApiError UNAUTHENTICATED, CROSS_SITE_REQUEST.
   */
  prove(context: RequestContext): Promise<ProvenCredential | undefined>;
  /**
   * The confirmed caller, determined once a request: the proof, and the one read that shows whether it was revoked.
   *
   * @throws ApiError as {@link prove} does, and FORBIDDEN.
   */
  confirm(context: RequestContext): Promise<AccountCaller | undefined>;
  /**
   * Waits for the proof of a credential, and records one that fails. No limit counts or refuses it: a caller whose
   * credential holds may share an address with anybody.
   */
  watch<T>(context: RequestContext, proof: Promise<T>): Promise<T>;
  /**
   * Makes a request count towards the limit of its surface.
   *
   * @throws ApiError RATE_LIMITED when the window is known to be exhausted, so that the request costs no call at all.
   */
  limitRate(context: RequestContext): void;
  /**
   * Counts a request that its surface limits, once: in the first wave, or when the request is refused before. Undefined
   * when no limit counts it, or the counter could not be reached. Never rejects.
   */
  counted(context: RequestContext): Promise<RateLimitCount | undefined>;
}

/** Fails a call that takes longer than this. */
const within = async <T>(milliseconds: number, call: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Took too long')), milliseconds);
  });
  return Promise.race([call(), tooLong]).finally(() => clearTimeout(timer));
};

/** How long a request waits at most, beside its own work, until the use of its key is recorded. */
const NOTE_USE_MS = 1_000;

/** The gate of one endpoint. */
export const makeGate = (contract: Contract, kit: Kit): Gate => {
  const open: Gate['open'] = (known) => {
    const { meta, log } = known;
    const hashKey = () => kit.publicKeys.addressHashKey(kit.table(), meta.nowMs);
    return { ...known, security: securityRecorder({ log, metrics: kit.metrics }, meta.sourceIp, hashKey) };
  };

  /**
   * A limiter never takes the service down: when its counter cannot be reached the request passes. The limiter waits
   * for a slow counter as long as for any other read of the request, by the client's own timeouts: else a burst would
   * pass by making it slow.
   */
  const count = (
    { meta, log, timeLeftMs }: RequestContext,
    surface: RateLimitSurface,
    caller: () => string | Promise<string>,
  ): Promise<RateLimitCount | undefined> =>
    within(timeLeftMs(), async () => kit.limiter().count(kit.table(), surface, await caller(), meta.nowMs)).catch(
      (error: unknown) => {
        log.error('RATE_LIMIT_UNAVAILABLE', { surface, ...errorFields(error) });
        kit.metrics('RateLimitUnavailable', 1, { surface });
        return undefined;
      },
    );

  const refuseAs = (context: RequestContext, exhausted: RateLimitCount): ApiError => {
    context.count = Promise.resolve(exhausted);
    return new ApiError('RATE_LIMITED');
  };

  const watch: Gate['watch'] = (context, proof) =>
    proof.catch(async (error: unknown) => {
      const { failedCredential: reason, concerns } = error instanceof ApiError ? error.extras : {};
      if (reason !== undefined) await context.security('AUTHENTICATION_FAILED', { ...concerns, reason });
      throw error;
    });

  const proveOnce = async (context: RequestContext): Promise<ProvenCredential | undefined> => {
    if (!isAccountKind(contract.caller)) return undefined;
    const { meta } = context;
    const credential = findCredential(contract, meta);
    const { publicKeys, apiKeys } = kit;
    const proofContext = { contract, publicKeys, apiKeys, table: kit.table(), nowMs: meta.nowMs };
    return watch(context, proveCredential(credential, proofContext));
  };

  const prove: Gate['prove'] = (context) => {
    context.proven ??= proveOnce(context);
    return context.proven;
  };

  /**
   * The last use of a key is recorded to the hour, if possible: no request waits long for it, and none fails because of
   * it.
   */
  const noteUse = ({ meta, log }: RequestContext, key: ApiKeyReference): Promise<void> =>
    within(NOTE_USE_MS, () => kit.apiKeys.noteUse(kit.table(), key, meta.nowMs)).catch((error: unknown) =>
      log.warn('API_KEY_USE_NOT_NOTED', errorFields(error)),
    );

  const confirmOnce = async (context: RequestContext): Promise<AccountCaller | undefined> => {
    const proven = await prove(context);
    const caller = proven && (await watch(context, proven.confirm()));
    if (caller)
      noteSubject({ accountId: caller.accountId, ...(caller.via === 'key' && { environment: caller.environment }) });
    if (caller?.via === 'key') context.useNoted = noteUse(context, caller);
    return caller;
  };

  const confirm: Gate['confirm'] = (context) => {
    context.confirmed ??= confirmOnce(context);
    return context.confirmed;
  };

  /**
   * The caller in whose window a request counts; an account only once it is confirmed, so that nobody can use up
   * another's limit.
   */
  const countedCaller = async (context: RequestContext, surface: RateLimitSurface): Promise<string> => {
    const certain = RATE_LIMITS[surface].per === 'account' ? await confirm(context).catch(() => undefined) : undefined;
    return certain?.accountId ?? callerNetwork(context.meta.sourceIp);
  };

  const limitRate: Gate['limitRate'] = (context) => {
    const surface = contract.limit;
    if (surface === undefined) return;
    const { sourceIp, nowMs } = context.meta;
    const perAddress = RATE_LIMITS[surface].per === 'address';
    const known = perAddress ? kit.limiter().exhausted(surface, callerNetwork(sourceIp), nowMs) : undefined;
    if (known) throw refuseAs(context, known);
    context.limit = surface;
  };

  const counted: Gate['counted'] = async (context) => {
    const { limit: surface } = context;
    if (surface !== undefined) context.count ??= count(context, surface, () => countedCaller(context, surface));
    return context.count;
  };

  return { open, prove, confirm, watch, limitRate, counted };
};
