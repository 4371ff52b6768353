import { consumer } from '#shared/consumers/consumer';

/** The function `publish-events`: what triggers it, what it may touch, and what customers miss when it fails. */
export const publishEventsConsumer = consumer({
  name: 'publish-events',
  group: 'events',
  // As long as the stream keeps a record (24 h), because an outage of the bus may last.
  trigger: {
    kind: 'stream',
    changes: [{ kinds: ['INSERT'], family: 'outbox' }],
    batchSize: 50,
    bisectBatchOnError: true,
    maxRecordAgeHours: 24,
  },
  touches: { reads: ['feed', 'outbox', 'outboxSearch'], writes: ['feed', 'outbox'], uses: ['bus'] },
  timeoutSeconds: 30,
  failureMeansToCustomer:
    'What customers did is stored, but nothing follows from it: submitted applicants are not assessed, no webhook is sent, ' +
    'and the event feed stands still.',
});
