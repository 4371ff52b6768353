import { randomUUID } from 'node:crypto';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import type { NetworkHashes } from './caller-networks.ts';
import { CODE_POLICY, codeMatches, isPepperKnown } from './codes.ts';
import { isCodeAlive, isForgotten } from './pending-sign-in.ts';
import type { PendingSignIn, WaitingCode, WaitingSignUp } from './sign-in.ts';

/** A code that somebody entered. */
export interface EnteredCode {
  readonly code: string;
  /** The key of the address that it is entered for. */
  readonly addressKey: string;
  readonly from: NetworkHashes;
}

/** The result of an entered code. */
export type Verdict =
  /** It is the code of this sign-up. */
  | { readonly kind: 'right'; readonly pending: PendingSignIn; readonly signUp: WaitingSignUp }
  /** It is none of those that were compared: report it once `next`, where the try is counted, is written. */
  | { readonly kind: 'wrong'; readonly pending: PendingSignIn; readonly next: PendingSignIn }
  /** No code is pending, or no valid one has tries left. */
  | { readonly kind: 'notLookedAt'; readonly pending: PendingSignIn | undefined };

const isFromElsewhere = ({ requestedFrom }: WaitingCode, from: NetworkHashes): boolean => !from.includes(requestedFrom);

/** Whether another try of a code may be made from this network. */
const hasTries = (code: WaitingCode, from: NetworkHashes): boolean =>
  code.tries < CODE_POLICY.maxTries &&
  (!isFromElsewhere(code, from) || code.triesFromElsewhere < CODE_POLICY.maxTriesFromElsewhere);

const tried = (code: WaitingCode, from: NetworkHashes): WaitingCode => ({
  ...code,
  tries: code.tries + 1,
  triesFromElsewhere: code.triesFromElsewhere + (isFromElsewhere(code, from) ? 1 : 0),
});

/**
 * Compares an entered code with every valid code of its address that has tries left. A wrong one costs each of them a
 * try: a guess names the address, not the sign-up it is aimed at.
 *
 * Safe against races when the outcome is applied by one write that is conditional on the revision of `pending`, and is
 * decided again on the record that refused it.
 *
 * @param pending the pending sign-ups of the address; undefined when there are none.
 */
export const judgeCode = (
  pending: PendingSignIn | undefined,
  { code, addressKey, from }: EnteredCode,
  pepper: VersionedSecret,
  nowMs: number,
): Verdict => {
  if (!pending || isForgotten(pending, nowMs)) return { kind: 'notLookedAt', pending: undefined };
  const isLookedAt = (one: WaitingCode): boolean => isCodeAlive(one, nowMs) && hasTries(one, from);
  const scope = { purpose: 'verify-email', subject: addressKey } as const;
  const looked = pending.waiting.flatMap((signUp) =>
    signUp.codes.filter(isLookedAt).map((one) => ({ signUp, matches: codeMatches(one.codeHash, code, scope, pepper) })),
  );
  if (looked.length === 0) return { kind: 'notLookedAt', pending };
  const right = looked.find(({ matches }) => matches);
  if (right) return { kind: 'right', pending, signUp: right.signUp };
  const waiting = pending.waiting.map((one) => ({
    ...one,
    codes: one.codes.map((other) => (isLookedAt(other) ? tried(other, from) : other)),
  }));
  return { kind: 'wrong', pending, next: { ...pending, waiting, revision: randomUUID() } };
};

/** Whether a valid code was hashed with a pepper that is newer than this one. */
export const needsNewerPepper = ({ waiting }: PendingSignIn, pepper: VersionedSecret, nowMs: number): boolean =>
  waiting.some(({ codes }) => codes.some((code) => isCodeAlive(code, nowMs) && !isPepperKnown(code.codeHash, pepper)));
