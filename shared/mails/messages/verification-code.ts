import * as v from 'valibot';
import { defineMail } from './mail.ts';
import { readableTime } from './readable.ts';

/** To an address that signed up: the code that verifies it. */
export const verificationCode = defineMail({
  template: 'verificationCode',
  lane: 'codes',
  unsubscribe: null,
  data: v.object({
    code: v.string(),
    validMinutes: v.number(),
    /** When the code's sign-up was made, ISO 8601. */
    signedUpAt: v.string(),
  }),
  subject: () => 'Your verification code',
  text: ({ code, validMinutes, signedUpAt }) => [
    `Your verification code is ${code}.`,
    '',
    'Enter it on the page where you signed up to verify this email address. It works once and expires after',
    `${validMinutes} minutes. The sign-up was made on`,
    `${readableTime(signedUpAt)}.`,
    '',
    'If you did not sign up at that time, do not enter the code anywhere: somebody else may have used your ' +
      'address, and the',
    'code would confirm their password. Without it, nothing happens. We will never ask you for it.',
  ],
});
