import { readEmailOf } from '#shared/auth/accounts/account';
import { consume } from '#shared/consumers/consume';
import { eventOfMessage } from '#shared/events/bus-message';
import { mails } from '#shared/mails/queue/mail-queue';
import { mailWalletNotice } from '#shared/wallet/wallet-notices';
import { mailWalletNoticesConsumer } from './mail-wallet-notices.consumer.ts';

/** Mails the owners of wallets about the events that a rule of the bus put on its queue. */
export const handler = consume(mailWalletNoticesConsumer, {
  effects: [mails],
  read: eventOfMessage,
  handle: (event, { table, mails: sendMail, log }) =>
    mailWalletNotice(event, { emailOf: (accountId) => readEmailOf(table, { accountId }), sendMail, log }),
});
