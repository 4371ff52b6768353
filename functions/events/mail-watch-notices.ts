import { readEmailOf } from '#shared/auth/accounts/account';
import { consume } from '#shared/consumers/consume';
import { eventOfMessage } from '#shared/events/bus-message';
import { mails } from '#shared/mails/queue/mail-queue';
import { mailWatchNotice } from '#shared/monitoring/watches/watch-notices';
import { mailWatchNoticesConsumer } from './mail-watch-notices.consumer.ts';

/** Mails accounts about their watches, for the events that a rule of the bus put on its queue. */
export const handler = consume(mailWatchNoticesConsumer, {
  effects: [mails],
  read: eventOfMessage,
  handle: (event, { table, mails: sendMail, log }) =>
    mailWatchNotice(event, { table, emailOf: (accountId) => readEmailOf(table, { accountId }), sendMail, log }),
});
