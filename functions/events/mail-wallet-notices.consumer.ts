import { consumer } from '#shared/consumers/consumer';

/** The function `mail-wallet-notices`: what triggers it, what it may touch, and what customers miss when it fails. */
export const mailWalletNoticesConsumer = consumer({
  name: 'mail-wallet-notices',
  group: 'wallet',
  trigger: {
    kind: 'queue',
    queue: 'notices',
    batchSize: 5,
    events: ['wallet.balance.low', 'wallet.auto_top_up.stopped'],
    lateAfterSeconds: 900,
  },
  touches: { reads: ['account'], uses: ['mails'] },
  timeoutSeconds: 30,
  failureMeansToCustomer: 'Nobody is mailed that a wallet runs low, or that its automatic top-ups were turned off.',
});
