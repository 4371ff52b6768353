import { consumer } from '#shared/consumers/consumer';

/** The function `sweep-events`: what triggers it, what it may touch, and what customers miss when it fails. */
export const sweepEventsConsumer = consumer({
  name: 'sweep-events',
  group: 'events',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: {
    reads: ['feed', 'outbox', 'outboxSearch', 'unpublishedEvents'],
    writes: ['feed', 'outbox', 'outboxSearch'],
    uses: ['bus'],
  },
  timeoutSeconds: 50,
  failureMeansToCustomer:
    'Events that the stream of the table did not publish stay unpublished; all others are published as usual.',
});
