import type { Table } from '#shared/db/operations';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { VersionedSecret } from '#shared/platform/secrets';
import type { Mailer } from '#shared/sources/mail';
import { mailVerificationCode } from './code-mail.ts';
import { makeCode } from './codes.ts';
import { emailKey } from './email-address.ts';
import { secondsUntilResend } from './pending-sign-in.ts';
import type { PendingSignIn, WaitingSignUp } from './sign-in.ts';
import { issueNewCode, uncountSend } from './verification.ts';

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
}

/**
 * Mails a new code for one of the waiting passwords, at most five an hour. Nothing depends on its success: whoever
 * waits can ask again, and a mail that nobody took over is not held against them.
 */
export const resendCode = async (
  { email, pending, signUp }: Recipient,
  pepper: VersionedSecret,
  nowMs: number,
  { table, mailer, log, metrics }: ResendEffects,
): Promise<void> => {
  if (secondsUntilResend(pending, nowMs) > 0) return;
  const code = makeCode();
  const sent = await issueNewCode(table, emailKey(email), pending, signUp, code, pepper, nowMs);
  if (!sent) return;
  const mailed = await mailVerificationCode(mailer, email, code, pending.accountId, { log, metrics });
  if (!mailed) await uncountSend(table, emailKey(email), sent);
};
