import { consumer } from '#shared/consumers/consumer';

/** The function `plan-delivery`: what triggers it, what it may touch, and what customers miss when it fails. */
export const planDeliveryConsumer = consumer({
  name: 'plan-delivery',
  group: 'delivery',
  trigger: {
    kind: 'queue',
    queue: 'plans',
    batchSize: 10,
    maxConcurrency: 20,
    events: 'webhook',
    lateAfterSeconds: 300,
  },
  touches: {
    reads: ['applicantErasure', 'registrations', 'registrationSlot', 'widget'],
    writes: ['delivery'],
    uses: ['deliveries'],
  },
  timeoutSeconds: 30,
  failureMeansToCustomer: 'Events happen, but their webhooks are neither planned nor sent.',
});
