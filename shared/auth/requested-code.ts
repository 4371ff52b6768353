import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import type { CodeOrder, SendMail } from '#shared/sources/mail-queue';
import { CODE_POLICY } from './codes.ts';
import { emailKey } from './email-key.ts';
import { mailCode } from './mail-code.ts';
import { isForgotten, meantSignUp } from './pending-sign-in.ts';
import { planResend } from './resend.ts';
import { justSent } from './sent-mails.ts';
import { readSignIn } from './sign-in.ts';
import type { SecretReader } from './stage-secrets.ts';

/** The effects of mailing a requested code. */
export interface RequestedCodeEffects {
  readonly table: Table;
  readonly pepper: SecretReader;
  readonly clock: Clock;
  readonly sendMail: SendMail;
}

/**
 * Mails a new code for the selected sign-up, at most one a minute and five an hour. A request that could not be handled
 * for as long as codes are valid is dropped, because its user no longer waits.
 *
 * @throws what kept the mail from being sent: the request is to be retried.
 */
export const mailRequestedCode = async (
  { email, from, requestedAt }: Omit<CodeOrder, 'kind'>,
  { table, pepper: readPepper, clock, sendMail }: RequestedCodeEffects,
): Promise<void> => {
  const nowMs = clock();
  if (nowMs >= Date.parse(requestedAt) + CODE_POLICY.lifetimeSeconds * 1000) return;
  const [pending, pepper] = await Promise.all([readSignIn(table, emailKey(email)), readPepper()]);
  if (pending?.status !== 'pending' || isForgotten(pending, nowMs) || justSent(pending, nowMs)) return;
  const signUp = meantSignUp(pending, from);
  const planned = signUp && planResend({ email, pending, signUp, from }, pepper, nowMs);
  if (planned) await mailCode(planned, { table, sendMail });
};
