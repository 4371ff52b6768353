import * as v from 'valibot';
import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';

/** Subscribes an address to news. */
export const subscribeToNews = contract({
  name: 'subscribe-to-news',
  group: 'contact',
  method: 'POST',
  route: '/v1/subscribe',
  summary: 'Subscribe to news',
  description:
    'Subscribes an email address from a form on a public page. No account is needed. Each address is stored ' +
    'once. The response is the same for every address, whether or not it was subscribed before.',
  caller: 'public',
  limit: 'publicForms',
  body: object({ email: described(emailSchema, 'The email address to subscribe.') }),
  success: { 201: v.object({ success: succeeded, message: resultMessage }) },
  touches: { uses: ['mails'] },
});
