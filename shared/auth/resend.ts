import type { VersionedSecret } from '#shared/platform/secret-versions';
import type { NetworkHashes } from './caller-networks.ts';
import { verificationMail } from './code-mail.ts';
import { hashCode, makeCode } from './codes.ts';
import { emailKey } from './email-key.ts';
import type { PlannedCode } from './mail-code.ts';
import { renewCode } from './pending-sign-in.ts';
import { secondsUntilNextCode } from './sent-mails.ts';
import { type PendingSignIn, toSignInItem, type WaitingSignUp } from './sign-in.ts';
import { replacePending, withdrawal } from './verification.ts';

/** The recipient of a new code, and which of the waiting passwords it is for. */
export interface Recipient {
  readonly email: string;
  readonly pending: PendingSignIn;
  readonly signUp: WaitingSignUp;
  /** The network of the request. */
  readonly from: NetworkHashes;
}

/**
 * A new code for one of the waiting passwords, to be written and mailed.
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
    withdrawal: withdrawal(addressKey, codeHash),
  };
};
