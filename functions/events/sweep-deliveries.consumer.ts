import { consumer } from '#shared/consumers/consumer';

/** The function `sweep-deliveries`: what triggers it, what it may touch, and what customers miss when it fails. */
export const sweepDeliveriesConsumer = consumer({
  name: 'sweep-deliveries',
  group: 'delivery',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: {
    reads: [
      'account',
      'breaker',
      'deactivationNotice',
      'delivery',
      'deliveryLog',
      'due',
      'parkedDeliveries',
      'recovery',
      'registrations',
    ],
    writes: ['breaker', 'deactivationNotice', 'delivery', 'recovery'],
    uses: ['deliveries', 'mails'],
  },
  timeoutSeconds: 50,
  failureMeansToCustomer:
    'Webhooks whose queue message was lost stay unsent, recoveries stand still, and nobody is mailed that a registration was deactivated; all others are delivered as usual.',
});
