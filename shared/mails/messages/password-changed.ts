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
    'The password of your account was changed, with a link mailed to this address, on',
    `${readableTime(changedAt)}.`,
    '',
    'You have been logged out everywhere: log in with the new password. Your API keys stay valid.',
    '',
    'If this was not you, somebody can read your mail. Secure your mailbox first, then request a new password and rotate',
    'your API keys.',
  ],
});
