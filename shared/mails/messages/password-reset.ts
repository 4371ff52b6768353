import * as v from 'valibot';
import { defineMail } from './mail.ts';
import { readableTime } from './readable.ts';

/** To the owner of an account: the link to choose a new password. */
export const passwordReset = defineMail({
  template: 'passwordReset',
  lane: 'codes',
  unsubscribe: null,
  data: v.object({
    /** The page where the new password is entered, with the token. */
    address: v.string(),
    validMinutes: v.number(),
    /** When it was requested, ISO 8601. */
    requestedAt: v.string(),
  }),
  subject: () => 'Reset your password',
  text: ({ address, validMinutes, requestedAt }) => [
    'To choose a new password for your account, open this page:',
    '',
    address,
    '',
    `The link works once and expires after ${validMinutes} minutes. A new password logs you out everywhere, ` +
      'but your API keys',
    'keep working. The link was requested on',
    `${readableTime(requestedAt)}.`,
    '',
    'If you did not request it, ignore this email: your password stays as it is. Do not share the link.',
  ],
});
