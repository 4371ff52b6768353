import { consume } from '#shared/consumers/consume';
import { reportOfMessage } from '#shared/mails/mail-report';
import { suppressReported } from '#shared/mails/suppressed-addresses';
import { suppressAddressesConsumer } from './suppress-addresses.consumer.ts';

/**
 * Stops mailing addresses that the mail service reports because a mail bounced permanently or its reader complained.
 */
export const handler = consume(suppressAddressesConsumer, {
  read: reportOfMessage,
  handle: async (report, effects) => report && suppressReported(report, effects),
});
