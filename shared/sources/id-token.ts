import { createHash } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import { JOSEError } from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import * as v from 'valibot';
import { isEmailAddress, MAX_EMAIL_LENGTH, normaliseEmail } from '#shared/platform/email-address';
import { KeysUnavailable } from './key-sets.ts';

/** An identity that a provider vouches for, and the token that proves it. */
export interface ProvenIdentity {
  /** The id of the user at the provider, whatever their address: `sub`. */
  readonly subject: string;
  /** Verified by the provider; normalised. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The domain of the organisation that the provider hosts the account for: `hd`; null for none. */
  readonly hostedDomain: string | null;
  readonly token: IdTokenReference;
}

/** One ID token. */
export interface IdTokenReference {
  /** A hash that is unique to this token. */
  readonly id: string;
  /** When it expires. */
  readonly expiresAtMs: number;
}

/** The issuer, audience and time that an ID token must have. */
export interface IdTokenExpectations {
  /** Each form of `iss` that the provider uses. */
  readonly issuers: readonly string[];
  /** Our client id at the provider. */
  readonly audience: string;
  readonly nowMs: number;
}

/** The result of a verification. `reason`: for the log, usually the code of a jose error. */
export type IdTokenVerdict =
  | { readonly kind: 'proven'; readonly identity: ProvenIdentity }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Only signatures by a key pair: with a symmetric algorithm, the public key could be used to sign (RFC 8725, 2.1 and
 * 3.1).
 */
const ALGORITHMS = ['RS256', 'ES256'];

/** Allowance for the difference between the provider's clock and ours. */
const CLOCK_TOLERANCE_SECONDS = 10;

/** Maximum characters of a token; those of Google have about 1,200. */
export const MAX_ID_TOKEN_LENGTH = 8_192;

const headerSchema = v.object({ kid: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) });

/** A name as profiles keep it: null if it is missing or unusable, which prevents nobody from signing in. */
const nameSchema = v.fallback(
  v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1),
      v.maxLength(100),
      v.check((text) => text.isWellFormed()),
    ),
  ),
  null,
);

const claimsSchema = v.object({
  // Exactly one audience: other clients might hold a token issued to several.
  aud: v.string(),
  // At most 255 characters (OpenID Connect Core 1.0, 2).
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(MAX_EMAIL_LENGTH),
    v.check(isEmailAddress),
    v.transform(normaliseEmail),
  ),
  email_verified: v.literal(true),
  given_name: v.optional(nameSchema, null),
  family_name: v.optional(nameSchema, null),
  hd: v.fallback(v.nullable(v.pipe(v.string(), v.minLength(1))), null),
  jti: v.fallback(v.optional(v.string()), undefined),
  exp: v.number(),
});

const refused = (reason: string): IdTokenVerdict => ({ kind: 'refused', reason });

/** The id of the key that a token names, not verified; undefined for a text that is not a token. */
const keyIdOf = (token: string): string | undefined => {
  const parts = token.split('.', 4);
  if (token.length > MAX_ID_TOKEN_LENGTH || parts.length !== 3) return undefined;
  try {
    const header = v.safeParse(headerSchema, JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString('utf8')));
    return header.success ? header.output.kid : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The id that identifies a token: its `jti` (RFC 7519, 4.1.7), else its signed part. The signature is not used, because
 * it has several valid encodings.
 */
const tokenIdOf = (token: string, jti: string | undefined): string => {
  const name = jti === undefined ? ['signed', token.slice(0, token.lastIndexOf('.'))] : ['jti', jti];
  return createHash('sha256').update(JSON.stringify(name)).digest('base64url');
};

/**
 * Verifies an ID token (OpenID Connect Core 1.0, 3.1.3.7): the signature by the provider's key that it names,
 * algorithm, issuer, audience, lifetime, and that the provider has verified the address.
 *
 * @param keyOf finds the provider's key by its id; its errors are rethrown.
 * @throws KeysUnavailable for a published key that cannot be used.
 */
export const verifyIdToken = async (
  token: string,
  keyOf: (keyId: string) => Promise<JWTVerifyGetKey>,
  { issuers, audience, nowMs }: IdTokenExpectations,
): Promise<IdTokenVerdict> => {
  const keyId = keyIdOf(token);
  if (keyId === undefined) return refused('malformed');
  const resolve = await keyOf(keyId);
  const verification = await jwtVerify(token, resolve, {
    algorithms: ALGORITHMS,
    issuer: [...issuers],
    audience,
    requiredClaims: ['sub', 'iat', 'exp'],
    currentDate: new Date(nowMs),
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  }).catch((error: unknown) => {
    if (error instanceof JOSEError) return error;
    // An error of jose that is not about the token means that a published key is unusable.
    throw new KeysUnavailable('unusable_key');
  });
  if (verification instanceof JOSEError) return refused(verification.code);
  const claims = v.safeParse(claimsSchema, verification.payload);
  if (!claims.success) return refused('claims');
  const {
    sub: subject,
    email,
    given_name: firstName,
    family_name: lastName,
    hd: hostedDomain,
    jti,
    exp,
  } = claims.output;
  const expiresAtMs = (exp + CLOCK_TOLERANCE_SECONDS) * 1000;
  const reference = { id: tokenIdOf(token, jti), expiresAtMs };
  return { kind: 'proven', identity: { subject, email, firstName, lastName, hostedDomain, token: reference } };
};
