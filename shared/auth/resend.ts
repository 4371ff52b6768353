import type { Table } from '#shared/db/operations';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import type { SendMail } from '#shared/sources/mail-queue';
import type { NetworkHashes } from './caller-networks.ts';
import { verificationMail } from './code-mail.ts';
import { makeCode } from './codes.ts';
import { emailKey } from './email-address.ts';
import { secondsUntilNextCode } from './pending-sign-in.ts';
import type { PendingSignIn, WaitingSignUp } from './sign-in.ts';
import { issueNewCode, withdrawCode } from './verification.ts';

/** What mailing a code again needs. */
export interface ResendEffects {
  readonly table: Table;
  readonly sendMail: SendMail;
}

/** Whom a code is mailed to again, and for which of the passwords that wait there. */
export interface Recipient {
  readonly email: string;
  readonly pending: PendingSignIn;
  readonly signUp: WaitingSignUp;
  /** The network that asks for it. */
  readonly from: NetworkHashes;
}

/**
 * Mails a new code for one of the waiting passwords, at most five an hour of whatever way.
 *
 * @throws what kept its mail from being sent; the code is then taken back, and not held against whoever waits for it.
 */
export const resendCode = async (
  { email, pending, signUp, from }: Recipient,
  pepper: VersionedSecret,
  nowMs: number,
  { table, sendMail }: ResendEffects,
): Promise<void> => {
  if (secondsUntilNextCode(pending, nowMs) > 0) return;
  const { accountId } = pending;
  const code = makeCode();
  const issued = await issueNewCode(table, emailKey(email), pending, signUp, code, from, pepper, nowMs);
  if (!issued) return;
  try {
    await sendMail(verificationMail({ to: email, code, signedUpAtMs: signUp.signedUpAtMs, accountId }, nowMs));
  } catch (error) {
    await withdrawCode(table, emailKey(email), issued);
    throw error;
  }
};
