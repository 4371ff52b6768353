import { consume } from '#shared/consumers/consume';
import { vault } from '#shared/platform/vault';
import { payments } from '#shared/sources/payments-of-stage';
import { topUpWallet } from '#shared/wallet/auto-top-up';
import { charges, wakeOfMessage } from '#shared/wallet/top-up-wake';
import { topUpWalletsConsumer } from './top-up-wallets.consumer.ts';

/** Tops up wallets that a debit took below their threshold, for the events that a rule of the bus put on its queue. */
export const handler = consume(topUpWalletsConsumer, {
  effects: [charges, payments, vault],
  read: wakeOfMessage,
  handle: (wake, { charges: later, payments: paymentsFor, ...effects }) =>
    topUpWallet(wake, { ...effects, paymentsFor, later }),
});
