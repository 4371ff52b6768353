import { randomUUID } from 'node:crypto';
import type { Profile } from '#shared/auth/accounts/account';
import type { PendingSignIn, WaitingSignUp } from '#shared/auth/accounts/sign-in';
import type { NetworkHashes } from '#shared/auth/caller-networks';
import { unexpiredCodes, withCode } from '#shared/auth/codes/mailed-code';
import { withMail, withoutMail } from '#shared/auth/codes/sent-mails';
import { unixSeconds } from '#shared/platform/clock';

/** The bounds of pending sign-ups. */
export const PENDING_POLICY = {
  /**
   * Passwords of one address that may wait. There may be more only while their codes are valid, of which there are at
   * most five.
   */
  maxWaiting: 5,
  /** An unverified address expires this long after its last sign-up. */
  keptSeconds: 7 * 24 * 60 * 60,
} as const;

/** A sign-up as it joins the pending ones of its address. */
export interface NewWaiting {
  readonly passwordHash: string;
  readonly codeHash: string;
  readonly profile: Profile;
  readonly from: NetworkHashes;
}

const newWaiting = (
  { passwordHash, codeHash, profile, from }: NewWaiting,
  earlier: WaitingSignUp | undefined,
  nowMs: number,
): WaitingSignUp => ({
  passwordHash,
  profile,
  signedUpAtMs: nowMs,
  signedUpFrom: from[0],
  codes: withCode(earlier?.codes ?? [], codeHash, from, nowMs),
});

const sent = (pending: PendingSignIn, nowMs: number): PendingSignIn => ({
  ...pending,
  revision: randomUUID(),
  sentAtMs: withMail(pending, nowMs),
});

/**
 * Keeps no more than the policy allows, but always the first sign-up of the address and those with a valid code, so
 * that nobody who may still be about to enter a code is displaced.
 */
const withinBounds = (waiting: readonly WaitingSignUp[], nowMs: number): WaitingSignUp[] => {
  let excess = waiting.length - PENDING_POLICY.maxWaiting;
  return waiting.filter((one, index) => {
    const isDisplaced = excess > 0 && index > 0 && unexpiredCodes(one.codes, nowMs).length === 0;
    if (isDisplaced) excess--;
    return !isDisplaced;
  });
};

/** The first sign-up of an address. */
export const startPending = (accountId: string, signUp: NewWaiting, nowMs: number): PendingSignIn => ({
  status: 'pending',
  accountId,
  revision: randomUUID(),
  waiting: [newWaiting(signUp, undefined, nowMs)],
  sentAtMs: [nowMs],
  expiresAtSeconds: unixSeconds(nowMs) + PENDING_POLICY.keptSeconds,
});

/** A further sign-up of the same address. A sign-up with the same password replaces the earlier one. */
export const joinPending = (pending: PendingSignIn, signUp: NewWaiting, nowMs: number): PendingSignIn => {
  const place = pending.waiting.findIndex(({ passwordHash }) => passwordHash === signUp.passwordHash);
  const joined = newWaiting(signUp, pending.waiting[place], nowMs);
  const waiting = place === -1 ? [...pending.waiting, joined] : pending.waiting.with(place, joined);
  return {
    ...sent(pending, nowMs),
    waiting: withinBounds(waiting, nowMs),
    expiresAtSeconds: unixSeconds(nowMs) + PENDING_POLICY.keptSeconds,
  };
};

/** A new code for one of the waiting passwords. */
export const renewCode = (
  pending: PendingSignIn,
  passwordHash: string,
  codeHash: string,
  from: NetworkHashes,
  nowMs: number,
): PendingSignIn => ({
  ...sent(pending, nowMs),
  waiting: pending.waiting.map((one) =>
    one.passwordHash === passwordHash ? { ...one, codes: withCode(one.codes, codeHash, from, nowMs) } : one,
  ),
});

/**
 * The set without a code whose mail was not accepted. That mail does not count, so that a retry is not delayed. It does
 * count if the code was tried meanwhile, so that an outage of mail gives nobody unlimited tries.
 */
export const withoutCode = (pending: PendingSignIn, codeHash: string): PendingSignIn => {
  const code = pending.waiting.flatMap(({ codes }) => codes).find((one) => one.codeHash === codeHash);
  const isUncounted = code !== undefined && code.tries === 0;
  return {
    ...pending,
    revision: randomUUID(),
    waiting: pending.waiting.map((one) => ({ ...one, codes: one.codes.filter((other) => other !== code) })),
    sentAtMs: isUncounted ? withoutMail(pending, code.sentAtMs) : pending.sentAtMs,
  };
};

/** Whether the address has expired. The table deletes it later. */
export const isPendingExpired = ({ expiresAtSeconds }: PendingSignIn, nowMs: number): boolean =>
  expiresAtSeconds <= unixSeconds(nowMs);

/**
 * The sign-up that a request without a password is for: the first one from its own network, or else the first of all.
 * An attacker who signs up later, or elsewhere, does not get in between.
 */
export const signUpToVerify = ({ waiting }: PendingSignIn, from: NetworkHashes): WaitingSignUp | undefined =>
  waiting.find(({ signedUpFrom }) => from.includes(signedUpFrom)) ?? waiting[0];
