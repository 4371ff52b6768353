import * as v from 'valibot';
import { emailSchema } from '#shared/auth/accounts/email-key';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, DATE_TIME, described } from '#shared/platform/described';

const keptMailBody = component(
  v.object({
    id: described(v.string(), 'The id of the email (`mail_`).'),
    to: described(v.string(), 'The email address that the email was meant for.'),
    subject: described(v.string(), 'The subject of the email, which starts with `[Test]`.'),
    text: described(v.string(), 'The content of the email as plain text.'),
    html: described(v.string(), 'The content of the email as HTML.'),
    createdAt: described(v.string(), 'When the email was kept.', DATE_TIME),
  }),
  'KeptMail',
  'A sandbox email that was kept instead of sent.',
);

/** Lists the sandbox's mails, which are kept instead of sent. */
export const listSandboxMails = contract({
  name: 'list-sandbox-mails',
  group: 'sandbox',
  method: 'GET',
  route: '/v1/sandbox/mails',
  summary: 'List sandbox emails',
  description:
    'Lists the sandbox emails that were kept instead of sent, newest first. Emails about sandbox applicants ' +
    'are sent only to confirmed addresses: that of the account, and those in `notifyAdminEmail` whose ' +
    'confirmation link was opened and confirmed. All others are kept for 30 days. For a `live` API key the ' +
    'list is empty.',
  caller: 'account',
  query: object({
    ...pageQueryEntries,
    to: v.exactOptional(described(emailSchema, 'Only emails to this address.')),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(keptMailBody), 'The emails on this page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['keptMail', 'keptMailsByTime'] },
});
