import { timingSafeEqual } from 'node:crypto';
import { REFRESH_TOKEN_SECONDS } from '#shared/http/cookies';
import { unixSeconds } from '#shared/platform/clock';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { versionsOf } from '#shared/platform/secret-versions';
import { deriveRefreshToken, isRefreshTokenOurs, type PresentedRefreshToken } from './refresh-token.ts';

/**
 * How long after a rotation the previous token gets its successor, for requests that were already in progress. A
 * difference between clocks lengthens or shortens this. At worst a retry ends its session and the user logs in again.
 * There is never a second live token.
 */
const REFRESH_GRACE_SECONDS = 30;

/** A session ends this long after its login, however often it is refreshed (OWASP ASVS 5.0, 7.3.2). */
const SESSION_SECONDS = 90 * 24 * 60 * 60;

/** What a session stores of its refresh tokens; attributes of the session's item. */
export interface RefreshState {
  readonly sessionId: string;
  /** Rotations so far. */
  readonly refreshCounter: number;
  /** Hash of the one live token. */
  readonly refreshTokenHash: string;
  /** Hash of the token before it; missing until the first rotation. */
  readonly previousRefreshTokenHash?: string | undefined;
  /** When the live token was made. */
  readonly rotatedAtMs: number;
  /** When the live token expires. Each rotation moves it, at most to the end of the session. */
  readonly expiresAtSeconds: number;
  /** When the session ends: 90 days after its login. */
  readonly endsAtSeconds: number;
  /** When the session ended, ISO 8601; missing while it is active. */
  readonly endedAt?: string | undefined;
}

/** The state that a rotation writes over the previous one. */
export type RotatedState = Required<Omit<RefreshState, 'sessionId' | 'endedAt' | 'endsAtSeconds'>>;

/** What to do about a presented refresh token. */
export type RefreshDecision =
  /** Write `next`, conditionally; then return `token`. */
  | { readonly kind: 'rotate'; readonly token: string; readonly next: RotatedState }
  /** Return `token`, which already exists; write nothing. */
  | { readonly kind: 'answerWithSuccessor'; readonly token: string }
  /** The token, or its successor, was made with an unknown version of the secret: read it again, once. */
  | { readonly kind: 'secretOutdated' }
  /** A token of ours that was replaced before: end the session, 401 REFRESH_TOKEN_REUSED. */
  | { readonly kind: 'reused' }
  /** The live token after 30 days, or after the end of the session: 401. */
  | { readonly kind: 'expired' }
  /** Not a token of an active session: 401. Nothing changes, because anyone can make up such a text. */
  | { readonly kind: 'invalid' };

const sameHash = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const expiryFrom = (nowMs: number, endsAtSeconds: number): number =>
  Math.min(unixSeconds(nowMs) + REFRESH_TOKEN_SECONDS, endsAtSeconds);

/** The first refresh token of a new session, and the state that the session stores. */
export const startRefreshing = (
  sessionId: string,
  secret: VersionedSecret,
  nowMs: number,
): { readonly token: string; readonly state: RefreshState } => {
  const { token, hash } = deriveRefreshToken(secret.current, sessionId, 0);
  const endsAtSeconds = unixSeconds(nowMs) + SESSION_SECONDS;
  return {
    token,
    state: {
      sessionId,
      refreshCounter: 0,
      refreshTokenHash: hash,
      rotatedAtMs: nowMs,
      expiresAtSeconds: expiryFrom(nowMs, endsAtSeconds),
      endsAtSeconds,
    },
  };
};

const rotate = (state: RefreshState, secret: VersionedSecret, nowMs: number): RefreshDecision => {
  const refreshCounter = state.refreshCounter + 1;
  const { token, hash } = deriveRefreshToken(secret.current, state.sessionId, refreshCounter);
  return {
    kind: 'rotate',
    token,
    next: {
      refreshCounter,
      refreshTokenHash: hash,
      previousRefreshTokenHash: state.refreshTokenHash,
      rotatedAtMs: nowMs,
      expiresAtSeconds: expiryFrom(nowMs, state.endsAtSeconds),
    },
  };
};

/** Derives the live token again, by whichever version of the secret gives the stored hash. */
const successorAgain = (state: RefreshState, secret: VersionedSecret): RefreshDecision => {
  const live = versionsOf(secret)
    .map((version) => deriveRefreshToken(version, state.sessionId, state.refreshCounter))
    .find(({ hash }) => sameHash(hash, state.refreshTokenHash));
  return live ? { kind: 'answerWithSuccessor', token: live.token } : { kind: 'secretOutdated' };
};

/**
 * Decides about a presented refresh token: the live one rotates; its predecessor gets the live one for 30 seconds; any
 * older token of ours ends the session (RFC 9700, 4.14.2); everything else changes nothing.
 *
 * This is safe against races if `rotate` is applied as one conditional write, `refreshTokenHash = <hash of the
 * presented token> AND attribute_not_exists(endedAt)`, and the loser decides again on the item that the failed
 * condition returns (ALL_OLD). Of a hundred parallel refreshes, one rotates and the others find that their token is its
 * predecessor.
 *
 * @param state the session that the token names, from a consistent read; undefined when there is none.
 */
export const decideRefresh = (
  state: RefreshState | undefined,
  presented: PresentedRefreshToken,
  secret: VersionedSecret,
  nowMs: number,
): RefreshDecision => {
  if (state === undefined || state.sessionId !== presented.sessionId || state.endedAt !== undefined) {
    return { kind: 'invalid' };
  }
  const isLive = sameHash(presented.hash, state.refreshTokenHash);
  const isPredecessor =
    state.previousRefreshTokenHash !== undefined && sameHash(presented.hash, state.previousRefreshTokenHash);
  const isOurs = isRefreshTokenOurs(presented, secret);
  // Its hash alone is not enough: it may have been made with a secret that was removed because it leaked.
  if (!isOurs) return { kind: isLive || isPredecessor ? 'secretOutdated' : 'invalid' };
  if (!isLive && !isPredecessor && presented.counter >= state.refreshCounter) return { kind: 'invalid' };

  if (unixSeconds(nowMs) >= state.expiresAtSeconds) return { kind: 'expired' };
  if (isLive) return rotate(state, secret, nowMs);
  const inGrace = isPredecessor && nowMs - state.rotatedAtMs <= REFRESH_GRACE_SECONDS * 1000;
  return inGrace ? successorAgain(state, secret) : { kind: 'reused' };
};
