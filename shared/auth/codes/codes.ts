import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { deriveKey, deriveKeyId } from '#shared/platform/key-derivation';
import type { SecretVersion, VersionedSecret } from '#shared/platform/secret-versions';
import { versionsOf } from '#shared/platform/secret-versions';

/** The rules of one-time codes (OWASP ASVS 5.0, 6.5). An accepted code is never accepted again. */
export const CODE_POLICY = {
  digits: 6,
  lifetimeSeconds: 10 * 60,
  /**
   * Tries of each code, from all callers together. The result of a try is returned only once it is counted, so that
   * parallel guesses gain nothing.
   */
  maxTries: 5,
  /** Codes of one address, however they are requested. That allows 25 tries for the codes of an hour. */
  maxCodesPerHour: 5,
  /** The time after which a code may be mailed again on request. */
  minSecondsBetweenSends: 60,
} as const;

/** The purpose of a code. It is wrong for any other purpose. */
export type CodePurpose = 'verify-email' | 'login';

/** The one thing that a code may be used for. */
export interface CodeScope {
  readonly purpose: CodePurpose;
  /** The recipient: an opaque key such as the account's id. */
  readonly subject: string;
}

const PURPOSE = 'one-time-code';

const hashWith = (code: string, { purpose, subject }: CodeScope, pepper: SecretVersion): Buffer =>
  createHmac('sha256', deriveKey(pepper.value, PURPOSE))
    .update(JSON.stringify([purpose, subject, code]))
    .digest();

/** A new random code of six digits, uniformly distributed. */
export const makeCode = (): string => String(randomInt(10 ** CODE_POLICY.digits)).padStart(CODE_POLICY.digits, '0');

const keyIdOf = (version: SecretVersion): string => deriveKeyId(version.value, PURPOSE);

/** The version of the pepper that a stored hash names; undefined when it is none of these. */
const pepperOf = (storedHash: string, pepper: VersionedSecret): SecretVersion | undefined => {
  const keyId = storedHash.split('.', 1)[0];
  return versionsOf(pepper).find((version) => keyIdOf(version) === keyId);
};

/**
 * The form in which a code is stored: `<key id>.<hash>`, where the hash is HMAC-SHA256 keyed with the pepper, in
 * base64url. A plain hash of a million possible codes could be searched by a reader of the table.
 */
export const hashCode = (code: string, scope: CodeScope, pepper: VersionedSecret): string =>
  `${keyIdOf(pepper.current)}.${hashWith(code, scope, pepper.current).toString('base64url')}`;

/**
 * Whether a stored hash was made with a known version of the pepper. If not, the secret was rotated since it was read,
 * and a mismatch proves nothing until it is read again.
 */
export const isPepperKnown = (storedHash: string, pepper: VersionedSecret): boolean =>
  pepperOf(storedHash, pepper) !== undefined;

/**
 * Whether a code is the one stored for this scope, under the current or the previous pepper. Takes constant time. Does
 * not check expiry, tries or use.
 */
export const codeMatches = (storedHash: string, code: string, scope: CodeScope, pepper: VersionedSecret): boolean => {
  const version = pepperOf(storedHash, pepper);
  if (!version) return false;
  const stored = Buffer.from(storedHash.slice(storedHash.indexOf('.') + 1), 'base64url');
  const presented = hashWith(code, scope, version);
  return stored.length === presented.length && timingSafeEqual(stored, presented);
};
