import * as v from 'valibot';
import { defineMail } from './mail.ts';
import { readableTime } from './readable.ts';

/** To the owner of an account: the code that logs them in. */
export const loginCode = defineMail({
  template: 'loginCode',
  lane: 'codes',
  unsubscribe: null,
  data: v.object({
    code: v.string(),
    validMinutes: v.number(),
    /** When it was requested, ISO 8601. */
    requestedAt: v.string(),
  }),
  subject: () => 'Your login code',
  text: ({ code, validMinutes, requestedAt }) => [
    `Your login code is ${code}.`,
    '',
    `Enter it where you are logging in. It works once and expires after ${validMinutes} minutes. It was requested on`,
    `${readableTime(requestedAt)}.`,
    '',
    'If you did not request this code, ignore this email. Do not enter the code anywhere or share it: it ' +
      'would let somebody',
    'else into your account. We will never ask you for it.',
  ],
});
