import type { MailOfLane } from '#shared/mails/messages/catalogue';
import { loginCode } from '#shared/mails/messages/login-code';
import { mailTo } from '#shared/mails/messages/mail';
import { verificationCode } from '#shared/mails/messages/verification-code';
import type { OutgoingMail } from '#shared/mails/queue/mail-queue';
import { isoTime } from '#shared/platform/clock';
import { CODE_POLICY } from './codes.ts';

const VALID_MINUTES = CODE_POLICY.lifetimeSeconds / 60;

const expiryMs = (nowMs: number): number => nowMs + CODE_POLICY.lifetimeSeconds * 1000;

/** A code, its recipient, and the sign-up that it is for. */
export interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly signedUpAtMs: number;
  readonly accountId: string;
}

/** The mail with a verification code. It is not sent once the code has expired. */
export const verificationMail = (
  { to, code, signedUpAtMs, accountId }: CodeMail,
  nowMs: number,
): OutgoingMail<MailOfLane<'codes'>> => ({
  mail: mailTo(to, verificationCode, { code, validMinutes: VALID_MINUTES, signedUpAt: isoTime(signedUpAtMs) }),
  accountId,
  sendBeforeMs: expiryMs(nowMs),
});

/** A login code and its recipient. */
export interface LoginMail {
  readonly to: string;
  readonly code: string;
  /** When it was requested, ISO 8601. */
  readonly requestedAt: string;
  readonly accountId: string;
}

/** The mail with a login code. It is not sent once the code has expired. */
export const loginMail = (
  { to, code, requestedAt, accountId }: LoginMail,
  nowMs: number,
): OutgoingMail<MailOfLane<'codes'>> => ({
  mail: mailTo(to, loginCode, { code, validMinutes: VALID_MINUTES, requestedAt }),
  accountId,
  sendBeforeMs: expiryMs(nowMs),
});
