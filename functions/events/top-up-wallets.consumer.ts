import { consumer } from '#shared/consumers/consumer';
import { CHARGE_LEASE_SECONDS } from '#shared/wallet/charge-lease';

/** The function `top-up-wallets`: what triggers it, what it may touch, and what customers miss when it fails. */
export const topUpWalletsConsumer = consumer({
  name: 'top-up-wallets',
  group: 'wallet',
  // One wallet per call: its provider may be slow.
  trigger: {
    kind: 'queue',
    queue: 'charges',
    batchSize: 1,
    maxConcurrency: 10,
    events: ['wallet.top_up.due'],
    // A message may wait 15 minutes on purpose, for the next try or the outcome of a payment.
    lateAfterSeconds: 1800,
    leaseSeconds: CHARGE_LEASE_SECONDS,
  },
  touches: {
    reads: ['accountAccess', 'savedCard', 'topUp', 'wallet'],
    writes: ['outbox', 'savedCard', 'topUp', 'wallet'],
    uses: ['charges', 'payments', 'vault'],
  },
  // A lookup and a charge of eight seconds each, and as much again for the table.
  timeoutSeconds: 40,
  failureMeansToCustomer: 'Wallets are not topped up automatically: charges are refused once they are empty.',
});
