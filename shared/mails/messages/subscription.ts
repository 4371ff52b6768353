import * as v from 'valibot';
import { defineMail } from './mail.ts';

/** To sales: a visitor of the website subscribed to news. */
export const subscription = defineMail({
  template: 'subscription',
  lane: 'mails',
  unsubscribe: null,
  data: v.object({ email: v.string() }),
  subject: () => 'New subscription',
  text: ({ email }) => [
    'A visitor subscribed to news through the form on the website. The address is not verified:',
    '',
    email,
  ],
});
