import type { JWK, JWTVerifyGetKey } from 'jose';
import { createLocalJWKSet } from 'jose/jwks/local';
import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock';

/** The keys of a provider cannot be fetched: it is down or slow, or publishes no valid key set. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
  readonly reason: string;

  /** @param reason for the log. */
  constructor(reason: string) {
    super(`The keys of the provider are unavailable: ${reason}`);
    this.reason = reason;
  }
}

/** How long a key set is used before it is fetched again. */
const CACHE_MS = 60 * 60_000;

/** How long a known key is used while no newer set can be fetched: a withdrawn key must expire some time. */
const STALE_MS = 24 * 60 * 60_000;

/** Minimum time between fetches: tokens with invented key ids must not cause one call each. */
const COOLDOWN_MS = 30_000;

/** Minimum time after a failed fetch: a provider that is down or slow is not called by each request. */
const RETRY_MS = 5_000;

const keySetSchema = v.object({
  keys: v.pipe(v.array(v.looseObject({ kid: v.optional(v.string()) })), v.maxLength(50)),
});

interface KnownKeys {
  readonly resolve: JWTVerifyGetKey;
  readonly keyIds: ReadonlySet<string>;
  readonly readAtMs: number;
}

const parseKeys = (fetched: unknown, readAtMs: number): KnownKeys => {
  const parsed = v.safeParse(keySetSchema, fetched);
  if (!parsed.success) throw new KeysUnavailable('unusable_answer');
  const keys = parsed.output.keys as JWK[];
  const keyIds = new Set(keys.flatMap(({ kid }) => kid ?? []));
  return { resolve: createLocalJWKSet({ keys }), keyIds, readAtMs };
};

/**
 * Caches the published keys of a provider (RFC 7517). They are fetched for the first token, kept for an hour, and
 * fetched again for an unknown key id, at most once in 30 seconds. Concurrent callers share one fetch. While no fetch
 * succeeds, known keys are used for a day.
 *
 * @param fetchKeys returns the key set as parsed JSON; throws KeysUnavailable.
 * @returns a function that finds a key by its id, if the provider publishes it.
 * @throws KeysUnavailable when it cannot be determined whether the provider publishes the key.
 */
export const makeKeySet = (
  fetchKeys: () => Promise<unknown>,
  clock: Clock,
): ((keyId: string) => Promise<JWTVerifyGetKey>) => {
  let known: KnownKeys | undefined;
  let failed: { readonly error: unknown; readonly atMs: number } | undefined;
  let inFlight: Promise<KnownKeys> | undefined;

  const fetchOnce = async (): Promise<KnownKeys> => {
    try {
      known = parseKeys(await fetchKeys(), clock());
      failed = undefined;
      return known;
    } catch (error) {
      failed = { error, atMs: clock() };
      throw error;
    } finally {
      inFlight = undefined;
    }
  };

  const fetchNow = async (nowMs: number): Promise<KnownKeys> => {
    if (!inFlight && failed && nowMs - failed.atMs < RETRY_MS) throw failed.error;
    inFlight ??= fetchOnce();
    return inFlight;
  };

  const isUsable = (keyId: string, nowMs: number): boolean => {
    if (!known) return false;
    const ageMs = nowMs - known.readAtMs;
    return known.keyIds.has(keyId) ? ageMs < CACHE_MS : ageMs < COOLDOWN_MS;
  };

  return async (keyId) => {
    const nowMs = clock();
    if (known && isUsable(keyId, nowMs)) return known.resolve;
    const before = known;
    try {
      return (await fetchNow(nowMs)).resolve;
    } catch (error) {
      if (before?.keyIds.has(keyId) && nowMs - before.readAtMs < STALE_MS) return before.resolve;
      throw error;
    }
  };
};
