import type { JWTVerifyGetKey } from 'jose';
import { type Clock, systemClock } from '#shared/platform/clock';
import { effect } from '#shared/platform/effect';
import { optionalEnv } from '#shared/platform/env';
import { getJson, HttpFailure } from './http-client.ts';
import { type ProvenIdentity, verifyIdToken } from './id-token.ts';
import { KeysUnavailable, makeKeySet } from './key-sets.ts';

/** Google's `iss`, and where it publishes its keys (accounts.google.com/.well-known/openid-configuration). */
const ISSUER = 'https://accounts.google.com';
const JWKS_URL = 'https://www.googleapis.com/oauth2/v3/certs';

/** Covers the connection up to the last byte. A person is waiting, and further requests wait for the same fetch. */
const TIMEOUT_SECONDS = 5;

/** The identity that an ID token of Google proves. */
export interface GoogleIdentity extends ProvenIdentity {
  /** Whether Google guarantees that the address still belongs to this user. */
  readonly isAuthoritative: boolean;
}

/**
 * The identity that an ID token proves, or why it proves none, or why that cannot be determined. The reasons are for
 * the log.
 */
export type GoogleVerdict =
  | { readonly kind: 'proven'; readonly identity: GoogleIdentity }
  | { readonly kind: 'refused' | 'unavailable'; readonly reason: string };

/** Verifies an ID token that Google issued to this stage's client. */
export type VerifyGoogleToken = (idToken: string, nowMs: number) => Promise<GoogleVerdict>;

const fetchKeys = async (url: URL, timeoutSeconds: number): Promise<unknown> => {
  try {
    return await getJson({ url, headers: {}, timeoutSeconds, signal: new AbortController().signal });
  } catch (error) {
    if (error instanceof HttpFailure) throw new KeysUnavailable(error.reason);
    throw error;
  }
};

/** Google also issues tokens whose issuer lacks the scheme (Google Identity, "Verify the Google ID token"). */
const formsOf = (issuer: string): readonly string[] => [issuer, issuer.replace(/^https:\/\//, '')];

/**
 * Whether Google hosts a verified address: one of Gmail, or of an organisation with its mail there. Any other address
 * belonged to the user when Google verified it, and may belong to someone else by now (Google Identity, "Verify the
 * Google ID token on your server side", developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
const isHosted = ({ email, hostedDomain }: ProvenIdentity): boolean =>
  email.endsWith('@gmail.com') || hostedDomain !== null;

/** Makes the verifier of a container. It caches the keys of each address that the settings name. */
export const makeGoogleVerifier = (
  clock: Clock = systemClock,
  timeoutSeconds: number = TIMEOUT_SECONDS,
): VerifyGoogleToken => {
  const keySets = new Map<string, (keyId: string) => Promise<JWTVerifyGetKey>>();
  return async (idToken, nowMs) => {
    const audience = optionalEnv('GOOGLE_CLIENT_ID');
    if (audience === undefined) return { kind: 'unavailable', reason: 'not_configured' };
    const url = optionalEnv('GOOGLE_JWKS_URL') ?? JWKS_URL;
    const keyOf = keySets.get(url) ?? makeKeySet(() => fetchKeys(new URL(url), timeoutSeconds), clock);
    keySets.set(url, keyOf);
    const issuers = formsOf(optionalEnv('GOOGLE_ISSUER') ?? ISSUER);
    try {
      const verdict = await verifyIdToken(idToken, keyOf, { issuers, audience, nowMs });
      if (verdict.kind === 'refused') return verdict;
      const { identity } = verdict;
      return { kind: 'proven', identity: { ...identity, isAuthoritative: isHosted(identity) } };
    } catch (error) {
      if (error instanceof KeysUnavailable) return { kind: 'unavailable', reason: error.reason };
      throw error;
    }
  };
};

/** The effect of the capability `google`. */
export const google = effect('google', makeGoogleVerifier());
