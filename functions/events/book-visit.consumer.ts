import { consumer } from '#shared/consumers/consumer';

/** The function `book-visit`: what triggers it, what it may touch, and what customers miss when it fails. */
export const bookVisitConsumer = consumer({
  name: 'book-visit',
  group: 'visits',
  trigger: {
    kind: 'queue',
    queue: 'visits',
    // One visit per call: its source may be slow.
    batchSize: 1,
    maxConcurrency: 10,
    events: ['verification.address.submitted', 'verification.address.step_due'],
    // A message may wait 15 minutes on purpose while the source is unavailable.
    lateAfterSeconds: 1800,
  },
  touches: {
    reads: ['addressVerification', 'applicant', 'embedSession', 'rates', 'wallet', 'widget'],
    writes: ['addressBudget', 'addressVerification', 'applicant', 'company', 'outbox', 'wallet'],
    uses: ['sources', 'visits'],
  },
  // Three tries of ten seconds, the pauses in between, and the table.
  timeoutSeconds: 50,
  failureMeansToCustomer:
    'Addresses are submitted and paid, but their visits are not booked: they stay "pending", and nothing is refunded.',
});
