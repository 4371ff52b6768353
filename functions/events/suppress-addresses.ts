import { consume } from '#shared/consumers/consume';
import { reportOfMessage } from '#shared/mails/mail-report';
import { suppressReported } from '#shared/mails/suppressed-addresses';
import { suppressAddressesConsumer } from './suppress-addresses.consumer.ts';

/** Ends sending to addresses whose mails bounced for good, or whose readers complained, as the mail service reports it. */
export const handler = consume(suppressAddressesConsumer, {
  read: reportOfMessage,
  handle: async (report, effects) => report && suppressReported(report, effects),
});
