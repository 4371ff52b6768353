import * as v from 'valibot';
import { defineMail } from './mail.ts';
import { readableTime } from './readable.ts';

/** To the owner of an account: its password was changed by a mailed link. */
export const passwordChanged = defineMail({
  template: 'passwordChanged',
  lane: 'codes',
  unsubscribe: null,
  data: v.object({
    /** ISO 8601. */
    changedAt: v.string(),
  }),
  subject: () => 'Your password was changed',
  text: ({ changedAt }) => [
    'The password of your account was changed, through a link that we emailed to this address, on',
    `${readableTime(changedAt)}.`,
    '',
    'You have been logged out everywhere. Log in with your new password. Your API keys still work.',
    '',
    'If this was not you, somebody may have access to your email. Secure your mailbox first, then reset your ' +
      'password and rotate',
    'your API keys.',
  ],
});
