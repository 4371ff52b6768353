import * as v from 'valibot';
import { emailSchema } from '#shared/auth/email-key';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, DATE_TIME, described } from '#shared/platform/described';

const keptMailBody = component(
  v.object({
    id: described(v.string(), 'The mail (`mail_`).'),
    to: described(v.string(), 'The address that it was for.'),
    subject: described(v.string(), 'Its subject; it begins with `[Test]`.'),
    text: described(v.string(), 'Its content as plain text.'),
    html: described(v.string(), 'Its content as HTML.'),
    createdAt: described(v.string(), 'When it was kept.', DATE_TIME),
  }),
  'KeptMail',
  'A mail of the sandbox that was kept instead of sent.',
);

/** Lists the mails of the sandbox that were kept instead of sent. */
export const listKeptMails = contract({
  name: 'list-kept-mails',
  group: 'sandbox',
  method: 'GET',
  route: '/v1/sandbox/mails',
  summary: 'List the mails of the sandbox',
  description:
    'A mail about an applicant of the sandbox is sent to addresses alone that have confirmed that they want it: the ' +
    "account's own, and those of `notifyAdminEmail` that opened their link. Every other is kept for 30 days and listed here, " +
    'newest first. A key of `live` sees none.',
  caller: 'account',
  query: object({
    ...pageQueryEntries,
    to: v.exactOptional(described(emailSchema, 'Only those to this address.')),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(keptMailBody), 'The mails of one page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['keptMail', 'keptMailsByTime'] },
});
