import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#shared/platform/ids';
import { deriveKey } from '#shared/platform/key-derivation';
import type { SecretVersion, VersionedSecret } from '#shared/platform/secret-versions';
import { versionsOf } from '#shared/platform/secret-versions';

/** A refresh token as it was presented. Only its form was checked. */
export interface PresentedRefreshToken {
  /** The session to read. */
  readonly sessionId: string;
  /** How many rotations the session had when this token was made. */
  readonly counter: number;
  /** SHA-256 of the token, base64url: what the session stores. */
  readonly hash: string;
  /** The secret part: 256 bits. */
  readonly proof: Buffer;
}

/** A token of ours and its stored form. */
export interface RefreshToken {
  /** What the client gets: 84 characters of base64url, opaque to it. */
  readonly token: string;
  /** What the table stores. */
  readonly hash: string;
}

/*
 * The token is base64url of: a version byte, the counter (4 bytes), the session id without its prefix (26), the proof
 * (32). The 63 bytes need no padding, so no two texts decode to one token.
 */
const VERSION = 1;
const COUNTER_AT = 1;
const SESSION_AT = 5;
const PROOF_AT = 31;
const TOKEN_FORM = /^[A-Za-z0-9_-]{84}$/;
const SESSION_PREFIX = 'ses_';
const PURPOSE = 'refresh-token';

/** A token without its proof. */
const tokenHead = (sessionId: string, counter: number): Buffer => {
  if (!isId('ses', sessionId)) throw new RangeError('A refresh token needs the id of an account session');
  const head = Buffer.alloc(PROOF_AT);
  head.writeUInt8(VERSION, 0);
  head.writeUInt32BE(counter, COUNTER_AT);
  head.write(sessionId.slice(SESSION_PREFIX.length), SESSION_AT, 'latin1');
  return head;
};

const proofOf = (head: Buffer, version: SecretVersion): Buffer =>
  createHmac('sha256', deriveKey(version.value, PURPOSE)).update(head).digest();

const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * The refresh token of a session after this many rotations. It is derived, not random: the same secret, session and
 * counter give the same token, so that it can be returned again although only its hash is stored.
 *
 * @param counter 0 for the token of the login.
 */
export const deriveRefreshToken = (version: SecretVersion, sessionId: string, counter: number): RefreshToken => {
  const head = tokenHead(sessionId, counter);
  const token = Buffer.concat([head, proofOf(head, version)]).toString('base64url');
  return { token, hash: hashToken(token) };
};

/** Parses a token, so that its session can be found; undefined when it does not have the form of ours. */
export const parseRefreshToken = (token: string): PresentedRefreshToken | undefined => {
  if (!TOKEN_FORM.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const sessionId = SESSION_PREFIX + bytes.toString('latin1', SESSION_AT, PROOF_AT);
  if (bytes.readUInt8(0) !== VERSION || !isId('ses', sessionId)) return undefined;
  return {
    sessionId,
    counter: bytes.readUInt32BE(COUNTER_AT),
    hash: hashToken(token),
    proof: bytes.subarray(PROOF_AT),
  };
};

/**
 * Whether we made this token, now or earlier, under the current or the previous version of the secret. A text that
 * merely names a session does not pass.
 */
export const isRefreshTokenOurs = (
  { sessionId, counter, proof }: PresentedRefreshToken,
  secret: VersionedSecret,
): boolean => {
  const head = tokenHead(sessionId, counter);
  return versionsOf(secret).some((version) => timingSafeEqual(proofOf(head, version), proof));
};
