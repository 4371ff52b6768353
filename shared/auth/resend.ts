import type { Table } from '#shared/db/operations';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { VersionedSecret } from '#shared/platform/secrets';
import type { Mailer } from '#shared/sources/mail';
import type { NetworkHashes } from './caller-networks.ts';
import { mailVerificationCode } from './code-mail.ts';
import { makeCode } from './codes.ts';
import { emailKey } from './email-address.ts';
import { secondsUntilNextCode } from './pending-sign-in.ts';
import type { PendingSignIn, WaitingSignUp } from './sign-in.ts';
import { issueNewCode, withdrawCode } from './verification.ts';

/** What mailing a code again needs. */
export interface ResendEffects {
  readonly table: Table;
  readonly mailer: Mailer;
  readonly log: Logger;
  readonly metrics: Metrics;
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
 * Mails a new code for one of the waiting passwords, at most five an hour of whatever way. Nothing depends on its
 * success: whoever waits can ask again, and a mail that nobody took over is not held against them.
 */
export const resendCode = async (
  { email, pending, signUp, from }: Recipient,
  pepper: VersionedSecret,
  nowMs: number,
  { table, mailer, log, metrics }: ResendEffects,
): Promise<void> => {
  if (secondsUntilNextCode(pending, nowMs) > 0) return;
  const { accountId } = pending;
  const code = makeCode();
  const issued = await issueNewCode(table, emailKey(email), pending, signUp, code, from, pepper, nowMs);
  if (!issued) return;
  const mail = { to: email, code, signedUpAtMs: signUp.signedUpAtMs, accountId };
  const mailed = await mailVerificationCode(mailer, mail, { log, metrics });
  if (!mailed) await withdrawCode(table, emailKey(email), issued);
};
