import { consumer } from '#shared/consumers/consumer';

/** The function `keep-lists`: what triggers it, what it may touch, and what customers miss when it fails. */
export const keepListsConsumer = consumer({
  name: 'keep-lists',
  group: 'delivery',
  // Deliveries and applicants change several times within a second. Gathering their records turns these into one write.
  trigger: {
    kind: 'stream',
    changes: [
      { kinds: ['INSERT', 'MODIFY'], family: 'delivery', sortKey: 'DELIVERY' },
      { kinds: ['INSERT', 'MODIFY'], family: 'applicant', sortKey: 'APPLICANT' },
      { kinds: ['MODIFY'], family: 'wallet', sortKey: 'WALLET' },
    ],
    batchSize: 200,
    batchWindowSeconds: 1,
    bisectBatchOnError: true,
    maxRecordAgeHours: 24,
  },
  touches: {
    reads: ['deliveryLog', 'wallet'],
    writes: ['deliveryLog', 'delivery', 'applicantList', 'wallet', 'outbox'],
  },
  timeoutSeconds: 30,
  failureMeansToCustomer:
    'Lists of webhook deliveries and of applicants by status are out of date; deliveries are still sent. Low balances are ' +
    'not mailed or topped up until the next charge or payment.',
});
