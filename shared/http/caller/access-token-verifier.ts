import type { JWK } from 'jose';
import { JOSEError, JWTExpired } from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import * as v from 'valibot';
import { isId } from '#shared/platform/ids';
import { wholeNumber } from '#shared/platform/whole-number';

/** The one algorithm of access tokens (RFC 8725, 3.1). */
export const ACCESS_TOKEN_ALGORITHM = 'EdDSA';

/** The `typ` header of access tokens. */
export const ACCESS_TOKEN_TYPE = 'JWT';

/**
 * Allowance for clock differences, on `exp`: none. Issuer and verifier are functions of one Region, whose clocks agree
 * within milliseconds. Even a clock two minutes off would do no harm: a token from the future is accepted (there is no
 * `nbf`, and `iat` is not compared), and a client refreshes a token that is refused early. An allowance would let a
 * token outlive its denial, which ends at `exp`.
 */
const CLOCK_TOLERANCE_SECONDS = 0;

/** Longer texts are refused unparsed; ours have about 500 characters. */
const MAX_TOKEN_LENGTH = 4_096;

const claimsSchema = v.object({
  /** The account. */
  sub: v.pipe(
    v.string(),
    v.check((text) => isId('usr', text)),
  ),
  /** The account session. */
  sid: v.pipe(
    v.string(),
    v.check((text) => isId('ses', text)),
  ),
  /** The token itself. */
  jti: v.pipe(
    v.string(),
    v.check((text) => isId('jti', text)),
  ),
  /** The account's role when the token was issued. Only the account's current role counts. */
  role: v.picklist(['member', 'admin']),
  /** Unix seconds. */
  iat: wholeNumber,
  /** Unix seconds. */
  exp: wholeNumber,
});

/** The claims of an access token that the service uses, under their registered names (RFC 7519, 4.1). */
export type AccessTokenClaims = v.InferOutput<typeof claimsSchema>;

/** The expected issuer, audience and time of a token. */
export interface AccessTokenExpectations {
  readonly issuer: string;
  readonly audience: string;
  readonly nowMs: number;
}

const headerSchema = v.object({
  alg: v.literal(ACCESS_TOKEN_ALGORITHM),
  kid: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
});

/** Parses one part of a token, or returns undefined; never throws. */
const readPart = <S extends v.GenericSchema>(token: string, index: 0 | 1, schema: S): v.InferOutput<S> | undefined => {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const parsed = v.safeParse(schema, JSON.parse(Buffer.from(parts[index] ?? '', 'base64url').toString('utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The claims of a token before verification, if they have the right shape. Nothing that they name may be read before
 * {@link verifyAccessToken}.
 *
 * @returns claims of the right shape, so that ids are safe as parts of keys; otherwise undefined.
 */
export const readUnverifiedClaims = (token: string): AccessTokenClaims | undefined => readPart(token, 1, claimsSchema);

/** The key id that a token names, not verified. Undefined for a text that is not one of our tokens. */
export const readKeyId = (token: string): string | undefined => readPart(token, 0, headerSchema)?.kid;

/** The result of a verification. `expired`: everything else is right. */
export type AccessTokenVerdict =
  | { readonly holds: true; readonly claims: AccessTokenClaims }
  | { readonly holds: false; readonly reason: 'malformed' | 'unknown_key' | 'forged' | 'expired' };

const refused = (reason: 'malformed' | 'unknown_key' | 'forged' | 'expired'): AccessTokenVerdict => ({
  holds: false,
  reason,
});

/**
 * Verifies an access token: signature by the key that its `kid` names in the set, algorithm, type, issuer, audience,
 * lifetime, and the presence and shape of every claim. The lifetime is checked last.
 *
 * Pass the same key set objects each time: `jose` keeps the imported key with the object that it came from.
 */
export const verifyAccessToken = async (
  token: string,
  jwks: { readonly keys: readonly JWK[] },
  { issuer, audience, nowMs }: AccessTokenExpectations,
): Promise<AccessTokenVerdict> => {
  const kid = readKeyId(token);
  if (kid === undefined) return refused('malformed');
  const key = jwks.keys.find((candidate) => candidate.kid === kid);
  if (!key) return refused('unknown_key');
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ACCESS_TOKEN_ALGORITHM],
      typ: ACCESS_TOKEN_TYPE,
      issuer,
      audience,
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
      currentDate: new Date(nowMs),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    const claims = v.safeParse(claimsSchema, payload);
    return claims.success ? { holds: true, claims: claims.output } : refused('forged');
  } catch (error) {
    if (error instanceof JWTExpired) return refused('expired');
    if (error instanceof JOSEError) return refused('forged');
    throw error;
  }
};
