import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import * as v from 'valibot';
import { unixSeconds } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { wholeNumber } from '#shared/platform/whole-number';

/** The one algorithm of access tokens (RFC 8725, 3.1). */
export const ACCESS_TOKEN_ALGORITHM = 'EdDSA';

/** The `typ` header of access tokens. */
export const ACCESS_TOKEN_TYPE = 'JWT';

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

/** All claims of an access token: also its issuer and its audience, which are only compared. */
const tokenSchema = v.object({ ...claimsSchema.entries, iss: v.string(), aud: v.string() });

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

/** What else a header of ours has. `crit` names extensions (RFC 7515, 4.1.11), and we know none. */
const typeSchema = v.object({ typ: v.literal(ACCESS_TOKEN_TYPE), crit: v.optional(v.never()) });

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

/** The imported keys, by the object of a key set that each came from. */
const imported = new WeakMap<JsonWebKey, KeyObject>();

const importedKey = (jwk: JsonWebKey): KeyObject => {
  const key = imported.get(jwk) ?? createPublicKey({ key: jwk, format: 'jwk' });
  imported.set(jwk, key);
  return key;
};

/** Whether a token is signed with a key. Its signature has one text: base64url without spare bits or characters. */
const isSignedWith = (jwk: JsonWebKey, token: string): boolean => {
  const signedLength = token.lastIndexOf('.');
  const text = token.slice(signedLength + 1);
  const signature = Buffer.from(text, 'base64url');
  const signed = Buffer.from(token.slice(0, signedLength));
  return signature.toString('base64url') === text && verify(null, signed, importedKey(jwk), signature);
};

/**
 * Verifies an access token (RFC 7519, 7.2; RFC 8037, 3.1): signature by the key that its `kid` names in the set,
 * algorithm, type, issuer, audience, lifetime, and the presence and shape of every claim. The lifetime is checked last.
 *
 * There is no allowance for clock differences: issuer and verifier are functions of one Region, whose clocks agree
 * within milliseconds. A token from the future is accepted (`iat` is not compared), and a client refreshes a token that
 * is refused early. An allowance would let a token outlive its denial, which ends at `exp`.
 *
 * Pass the same key set objects each time: the imported key is kept with the object that it came from.
 *
 * @throws Error for a key that is no public key.
 */
export const verifyAccessToken = (
  token: string,
  jwks: { readonly keys: readonly (JsonWebKey & { readonly kid: string })[] },
  { issuer, audience, nowMs }: AccessTokenExpectations,
): AccessTokenVerdict => {
  const kid = readKeyId(token);
  if (kid === undefined) return refused('malformed');
  const key = jwks.keys.find((candidate) => candidate.kid === kid);
  if (!key) return refused('unknown_key');
  if (!isSignedWith(key, token) || !readPart(token, 0, typeSchema)) return refused('forged');
  const signed = readPart(token, 1, tokenSchema);
  if (signed?.iss !== issuer || signed.aud !== audience) return refused('forged');
  const { iss: _, aud: __, ...claims } = signed;
  return claims.exp > unixSeconds(nowMs) ? { holds: true, claims } : refused('expired');
};
