import { isoTime } from '#shared/platform/clock';
import type { OutgoingMail } from '#shared/sources/mail-queue';
import { CODE_POLICY } from './codes.ts';

/** A code, its recipient, and the sign-up it is for. */
export interface CodeMail {
  readonly to: string;
  readonly code: string;
  readonly signedUpAtMs: number;
  readonly accountId: string;
}

/** The mail with a verification code; not sent once the code has expired. */
export const verificationMail = ({ to, code, signedUpAtMs, accountId }: CodeMail, nowMs: number): OutgoingMail => ({
  mail: {
    to,
    template: 'verificationCode',
    data: { code, validMinutes: CODE_POLICY.lifetimeSeconds / 60, signedUpAt: isoTime(signedUpAtMs) },
  },
  accountId,
  sendBeforeMs: nowMs + CODE_POLICY.lifetimeSeconds * 1000,
});
