import { consumer } from '#shared/consumers/consumer';

/** The function `log-deliveries`: what triggers it, what it may touch, and what customers miss when it fails. */
export const logDeliveriesConsumer = consumer({
  name: 'log-deliveries',
  group: 'delivery',
  // A delivery changes several times within a second: gathered, these are one write of its entry.
  trigger: {
    kind: 'stream',
    changes: { kinds: ['INSERT', 'MODIFY'], family: 'delivery', sortKey: 'DELIVERY' },
    batchSize: 200,
    batchWindowSeconds: 1,
    bisectBatchOnError: true,
    maxRecordAgeHours: 24,
  },
  touches: { reads: ['deliveryLog', 'loggedDelivery'], writes: ['deliveryLog', 'loggedDelivery'] },
  timeoutSeconds: 30,
  failureMeansToCustomer:
    'Lists of webhook deliveries show them as they were before, or not yet; each is sent as usual, and shown by its id.',
});
