import { randomUUID } from 'node:crypto';
import type { PendingSignIn, WaitingSignUp } from '#shared/auth/accounts/sign-in';
import { compareCode, isPepperOutdated } from '#shared/auth/codes/compare-code';
import { isPendingExpired } from '#shared/auth/sign-up/pending-sign-up';
import type { VersionedSecret } from '#shared/platform/secret-versions';

/** A code that somebody entered. */
export interface EnteredCode {
  readonly code: string;
  /** The key of the address that it is entered for. */
  readonly addressKey: string;
}

/** The result of an entered code. */
export type Verdict =
  /** It is the code of this sign-up. */
  | { readonly kind: 'right'; readonly pending: PendingSignIn; readonly signUp: WaitingSignUp }
  /** It matches no code that it was compared with. Report that once `next`, which counts the try, is written. */
  | { readonly kind: 'wrong'; readonly pending: PendingSignIn; readonly next: PendingSignIn }
  /** No code is pending, or no valid one has tries left. */
  | { readonly kind: 'notCompared'; readonly pending: PendingSignIn | undefined };

/**
 * Compares an entered code with every valid code of its address that has tries left. A wrong one costs each of them a
 * try, because a guess names the address, not the sign-up that it aims at.
 *
 * This is safe against races if the outcome is applied by one write that is conditional on the revision of `pending`,
 * and is decided again on the record that refused it.
 *
 * @param pending the pending sign-ups of the address; undefined when there are none.
 */
export const judgeCode = (
  pending: PendingSignIn | undefined,
  { code, addressKey }: EnteredCode,
  pepper: VersionedSecret,
  nowMs: number,
): Verdict => {
  if (!pending || isPendingExpired(pending, nowMs)) return { kind: 'notCompared', pending: undefined };
  const attempt = { code, scope: { purpose: 'verify-email', subject: addressKey } } as const;
  const compared = pending.waiting.map((signUp) => ({ signUp, ...compareCode(signUp.codes, attempt, pepper, nowMs) }));
  if (!compared.some(({ isCompared }) => isCompared)) return { kind: 'notCompared', pending };
  const right = compared.find(({ isRight }) => isRight);
  if (right) return { kind: 'right', pending, signUp: right.signUp };
  const waiting = compared.map(({ signUp, tried }) => ({ ...signUp, codes: tried }));
  return { kind: 'wrong', pending, next: { ...pending, waiting, revision: randomUUID() } };
};

/** Whether a valid code was hashed with a pepper that is newer than this one. */
export const needsNewerPepper = ({ waiting }: PendingSignIn, pepper: VersionedSecret, nowMs: number): boolean =>
  waiting.some(({ codes }) => isPepperOutdated(codes, pepper, nowMs));
