import { emailKey } from '#shared/auth/accounts/email-key';
import { type PendingSignIn, toSignInItem, type WaitingSignUp } from '#shared/auth/accounts/sign-in';
import type { NetworkHashes } from '#shared/auth/caller-networks';
import { verificationMail } from '#shared/auth/codes/code-mail';
import { hashCode, makeCode } from '#shared/auth/codes/codes';
import type { PlannedCode } from '#shared/auth/codes/mail-code';
import { secondsUntilNextCode } from '#shared/auth/codes/sent-mails';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { renewCode } from './pending-sign-up.ts';
import { codeWithdrawal, replacePending } from './verification.ts';

/** The recipient of a new code, and the waiting password that it is for. */
export interface Recipient {
  readonly email: string;
  readonly pending: PendingSignIn;
  readonly signUp: WaitingSignUp;
  /** The network of the request. */
  readonly from: NetworkHashes;
}

/**
 * Plans a new code for one of the waiting passwords.
 *
 * @returns undefined when five were mailed to the address within the last hour.
 */
export const planResend = (
  { email, pending, signUp, from }: Recipient,
  pepper: VersionedSecret,
  nowMs: number,
): PlannedCode | undefined => {
  if (secondsUntilNextCode(pending, nowMs) > 0) return undefined;
  const addressKey = emailKey(email);
  const code = makeCode();
  const codeHash = hashCode(code, { purpose: 'verify-email', subject: addressKey }, pepper);
  const next = renewCode(pending, signUp.passwordHash, codeHash, from, nowMs);
  const { signedUpAtMs } = signUp;
  return {
    operations: { record: replacePending(addressKey, pending, next) },
    record: toSignInItem(addressKey, next),
    mail: verificationMail({ to: email, code, signedUpAtMs, accountId: pending.accountId }, nowMs),
    withdrawal: codeWithdrawal(addressKey, codeHash),
  };
};
