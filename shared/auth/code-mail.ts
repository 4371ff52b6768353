import { isoTime } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { type Mailer, MailUnavailable } from '#shared/sources/mail';
import { CODE_POLICY } from './codes.ts';

/** A code, where it is mailed to, and which sign-up it is for. */
export interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly signedUpAtMs: number;
  readonly accountId: string;
}

/**
 * Mails a verification code. A failure is logged and counted, not thrown: what it means is for the endpoint to say.
 *
 * @returns whether the mail service took it over.
 */
export const mailVerificationCode = async (
  mailer: Mailer,
  { to, code, signedUpAtMs, accountId }: CodeMail,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): Promise<boolean> => {
  const data = { code, validMinutes: CODE_POLICY.lifetimeSeconds / 60, signedUpAt: isoTime(signedUpAtMs) };
  try {
    await mailer.send({ to, template: 'verificationCode', data });
  } catch (error) {
    const reason = error instanceof MailUnavailable ? { reason: error.reason } : errorFields(error);
    log.error('MAIL_FAILED', { accountId, ...reason });
    metrics('MailFailed', 1);
    return false;
  }
  log.info('MAIL_SENT', { accountId });
  return true;
};
