import * as v from 'valibot';
import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** Requests a demo of the product. */
export const bookDemo = contract({
  name: 'book-demo',
  group: 'contact',
  method: 'POST',
  route: '/v1/book-demo',
  summary: 'Book a demo',
  description:
    'Requests a demo from a form on a public page. No account is needed. Every request notifies our sales ' +
    'team. The response is the same for every email address, whether or not it requested a demo before.',
  caller: 'public',
  limit: 'publicForms',
  body: object({
    name: described(text(120, { minLength: 1, trim: true }), 'The name of the person to contact.'),
    email: described(emailSchema, 'The email address of the person to contact.'),
    company: described(v.optional(text(200, { trim: true })), 'The name of the company.'),
    phone: described(v.optional(text(40, { trim: true })), 'The phone number of the person to contact.'),
    message: described(v.optional(text(4000, { trim: true })), 'What the person would like to see.'),
  }),
  success: { 201: v.object({ success: succeeded, message: resultMessage }) },
  touches: { uses: ['mails'] },
});
