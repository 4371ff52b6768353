import { consumer } from '#shared/consumers/consumer';
import { LEASE_SECONDS } from '#shared/webhooks/deliveries/records/delivery-writes';

/** The function `deliver-webhook`: what triggers it, what it may touch, and what customers miss when it fails. */
export const deliverWebhookConsumer = consumer({
  name: 'deliver-webhook',
  group: 'delivery',
  // The batch is sent in parallel, each under its deadline of ten seconds.
  trigger: {
    kind: 'queue',
    queue: 'deliveries',
    batchSize: 5,
    maxConcurrency: 50,
    // A message may wait 15 minutes on purpose, when a receiver requests that by Retry-After.
    lateAfterSeconds: 1200,
    leaseSeconds: LEASE_SECONDS,
  },
  touches: {
    reads: ['breaker', 'delivery', 'deliveryLog', 'parkedDeliveries', 'recovery', 'registrations'],
    writes: ['breaker', 'deactivationNotice', 'delivery', 'recovery', 'registrations'],
    uses: ['vault', 'deliveries', 'endpoints'],
  },
  timeoutSeconds: 30,
  failureMeansToCustomer: 'Webhooks are planned, but do not reach their endpoints.',
});
