import { consumer } from '#shared/consumers/consumer';

/** The function `renew-watches`: what triggers it, what it may touch, and what customers miss when it fails. */
export const renewWatchesConsumer = consumer({
  name: 'renew-watches',
  group: 'watches',
  trigger: { kind: 'schedule', everyMinutes: 10 },
  touches: {
    reads: ['rates', 'vendor', 'wallet', 'watch', 'watchRenewals'],
    writes: ['outbox', 'vendor', 'wallet', 'watch'],
  },
  timeoutSeconds: 120,
  failureMeansToCustomer:
    'Months of watched vendors are charged late, or not at all if this lasts; monitoring goes on. Paused vendors stay paused.',
});
