import type { Table } from '#shared/db/operations';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import type { SendMail } from '#shared/sources/mail-queue';
import type { NetworkHashes } from './caller-networks.ts';
import { verificationMail } from './code-mail.ts';
import { makeCode } from './codes.ts';
import { emailKey } from './email-key.ts';
import { secondsUntilNextCode } from './pending-sign-in.ts';
import type { PendingSignIn, WaitingSignUp } from './sign-in.ts';
import { issueNewCode, withdrawCode } from './verification.ts';

/** The effects of mailing a code again. */
export interface ResendEffects {
  readonly table: Table;
  readonly sendMail: SendMail;
}

/** The recipient of a new code, and which of the waiting passwords it is for. */
export interface Recipient {
  readonly email: string;
  readonly pending: PendingSignIn;
  readonly signUp: WaitingSignUp;
  /** The network of the request. */
  readonly from: NetworkHashes;
}

/**
 * Mails a new code for one of the waiting passwords, at most five an hour in total.
 *
 * @throws what kept its mail from being sent; the code is then withdrawn and not counted.
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
