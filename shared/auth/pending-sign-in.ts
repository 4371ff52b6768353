import { randomUUID } from 'node:crypto';
import { unixSeconds } from '#shared/platform/clock';
import type { VersionedSecret } from '#shared/platform/secrets';
import type { Profile } from './account.ts';
import { CODE_POLICY, codeMatches, isPepperKnown } from './codes.ts';
import type { PendingSignIn, WaitingSignUp } from './sign-in.ts';

/** The bounds of what waits for a code. */
export const PENDING_POLICY = {
  /** Passwords of one address that wait side by side; the oldest gives way. */
  maxWaiting: 5,
  /** An address that nobody confirms is forgotten this long after its last sign-up. */
  keptSeconds: 7 * 24 * 60 * 60,
} as const;

const MINUTE_MS = CODE_POLICY.minSecondsBetweenSends * 1000;
const HOUR_MS = 60 * 60_000;

/** A sign-up as it joins the waiting ones of its address. */
export interface NewWaiting {
  readonly passwordHash: string;
  readonly codeHash: string;
  readonly profile: Profile;
}

type Codes = WaitingSignUp['codes'];

const livingCodes = (codes: Codes, nowMs: number): Codes => codes.filter(({ expiresAtMs }) => nowMs < expiresAtMs);

/** Mails overtake each other: a newer code leaves the ones before it valid for their ten minutes. */
const withCode = (codes: Codes, codeHash: string, nowMs: number): Codes => [
  ...livingCodes(codes, nowMs),
  { codeHash, expiresAtMs: nowMs + CODE_POLICY.lifetimeSeconds * 1000 },
];

const newWaiting = (
  { passwordHash, codeHash, profile }: NewWaiting,
  earlier: WaitingSignUp | undefined,
  nowMs: number,
): WaitingSignUp => ({ passwordHash, profile, codes: withCode(earlier?.codes ?? [], codeHash, nowMs) });

const resentWithinHour = ({ resentAtMs }: PendingSignIn, nowMs: number): number[] =>
  resentAtMs.filter((sentAtMs) => sentAtMs > nowMs - HOUR_MS);

/** What every mailed code does to its set: it can be tried five times, and it counts as a mail of this hour. */
const resent = (pending: PendingSignIn, nowMs: number): PendingSignIn => ({
  ...pending,
  revision: randomUUID(),
  tries: 0,
  lastSentAtMs: nowMs,
  resentAtMs: [...resentWithinHour(pending, nowMs), nowMs],
});

/** The first sign-up of an address. */
export const startPending = (accountId: string, signUp: NewWaiting, nowMs: number): PendingSignIn => ({
  status: 'pending',
  accountId,
  revision: randomUUID(),
  waiting: [newWaiting(signUp, undefined, nowMs)],
  tries: 0,
  lastSentAtMs: nowMs,
  resentAtMs: [],
  expiresAtSeconds: unixSeconds(nowMs) + PENDING_POLICY.keptSeconds,
});

/** A further sign-up of the same address. The same password again takes the place of its earlier sign-up. */
export const joinPending = (pending: PendingSignIn, signUp: NewWaiting, nowMs: number): PendingSignIn => {
  const earlier = pending.waiting.find(({ passwordHash }) => passwordHash === signUp.passwordHash);
  const others = pending.waiting.filter((one) => one !== earlier);
  return {
    ...resent(pending, nowMs),
    waiting: [...others, newWaiting(signUp, earlier, nowMs)].slice(-PENDING_POLICY.maxWaiting),
    expiresAtSeconds: unixSeconds(nowMs) + PENDING_POLICY.keptSeconds,
  };
};

/** A new code for one of the waiting passwords. */
export const renewCode = (
  pending: PendingSignIn,
  passwordHash: string,
  codeHash: string,
  nowMs: number,
): PendingSignIn => ({
  ...resent(pending, nowMs),
  waiting: pending.waiting.map((one) =>
    one.passwordHash === passwordHash ? { ...one, codes: withCode(one.codes, codeHash, nowMs) } : one,
  ),
});

/** The set as if the mail of `sentAtMs`, which nobody took over, had not been counted. Its code stays valid. */
export const withoutSend = (pending: PendingSignIn, sentAtMs: number): PendingSignIn => ({
  ...pending,
  revision: randomUUID(),
  lastSentAtMs: 0,
  resentAtMs: pending.resentAtMs.filter((one) => one !== sentAtMs),
});

/** Whether the address was forgotten; the table deletes it later. */
export const isForgotten = ({ expiresAtSeconds }: PendingSignIn, nowMs: number): boolean =>
  expiresAtSeconds <= unixSeconds(nowMs);

/** Seconds until a code may be mailed again, after five re-sends within an hour; 0 when it may be now. */
export const secondsUntilResend = (pending: PendingSignIn, nowMs: number): number => {
  const sends = resentWithinHour(pending, nowMs);
  if (sends.length < CODE_POLICY.maxResendsPerHour) return 0;
  return Math.max(1, Math.ceil((Math.min(...sends) + HOUR_MS - nowMs) / 1000));
};

/** Whether a code was mailed within the last minute. */
export const justSent = ({ lastSentAtMs }: PendingSignIn, nowMs: number): boolean => nowMs - lastSentAtMs < MINUTE_MS;

/** Whether a living code was hashed with a pepper that is newer than this one. */
export const needsNewerPepper = ({ waiting }: PendingSignIn, pepper: VersionedSecret, nowMs: number): boolean =>
  waiting.some(({ codes }) => livingCodes(codes, nowMs).some(({ codeHash }) => !isPepperKnown(codeHash, pepper)));

/** The sign-up that this is a living code of. Says nothing of tries. */
export const findByCode = (
  { waiting }: PendingSignIn,
  code: string,
  addressKey: string,
  pepper: VersionedSecret,
  nowMs: number,
): WaitingSignUp | undefined =>
  waiting.find(({ codes }) =>
    livingCodes(codes, nowMs).some(({ codeHash }) =>
      codeMatches(codeHash, code, { purpose: 'verify-email', subject: addressKey }, pepper),
    ),
  );
