import * as v from 'valibot';
import { defineMail } from './mail.ts';
import { onOneLine } from './one-line.ts';
import { quoted } from './quoted.ts';

/** To sales: a visitor of the website asked for a demo. Fields that the visitor left empty are missing. */
export const demoRequest = defineMail({
  template: 'demoRequest',
  lane: 'mails',
  unsubscribe: null,
  data: v.object({
    name: v.string(),
    email: v.string(),
    company: v.optional(v.string()),
    phone: v.optional(v.string()),
    message: v.optional(v.string()),
  }),
  subject: () => 'Demo requested',
  text: ({ name, email, company, phone, message }) => [
    'A visitor requested a demo through the form on the website. The details they entered are not verified:',
    '',
    `Name: ${onOneLine(name)}`,
    `Email: ${email}`,
    ...(company ? [`Company: ${onOneLine(company)}`] : []),
    ...(phone ? [`Phone: ${onOneLine(phone)}`] : []),
    ...(message ? ['', ...quoted(message)] : []),
  ],
});
