import * as v from 'valibot';
import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, DATE_TIME, described } from '#shared/platform/described';

const keptMailBody = component(
  v.object({
    id: described(v.string(), 'The mail (`mail_`).'),
    to: described(v.string(), 'The address that the mail was meant for.'),
    subject: described(v.string(), 'The subject, which begins with `[Test]`.'),
    text: described(v.string(), 'The content as plain text.'),
    html: described(v.string(), 'The content as HTML.'),
    createdAt: described(v.string(), 'When the mail was kept.', DATE_TIME),
  }),
  'KeptMail',
  'A sandbox mail that was kept instead of sent.',
);

/** Lists the mails of the sandbox that were kept instead of sent. */
export const listSandboxMails = contract({
  name: 'list-sandbox-mails',
  group: 'sandbox',
  method: 'GET',
  route: '/v1/sandbox/mails',
  summary: 'List sandbox mails',
  description:
    'Lists the sandbox mails that were kept instead of sent, newest first. Mails about sandbox applicants ' +
    "are sent only to confirmed addresses: the account's own, and those of `notifyAdminEmail` whose " +
    'confirmation link was used. All others are kept for 30 days. A key of `live` sees none.',
  caller: 'account',
  query: object({
    ...pageQueryEntries,
    to: v.exactOptional(described(emailSchema, 'Only mails to this address.')),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(keptMailBody), 'The mails of the page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['keptMail', 'keptMailsByTime'] },
});
