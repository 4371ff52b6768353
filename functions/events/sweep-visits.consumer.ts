import { consumer } from '#shared/consumers/consumer';

/** The function `sweep-visits`: what triggers it, what it may touch, and what customers miss when it fails. */
export const sweepVisitsConsumer = consumer({
  name: 'sweep-visits',
  group: 'visits',
  // It finds only what lost its queue message, which is rare, and nobody waits for it.
  trigger: { kind: 'schedule', everyMinutes: 5 },
  touches: { reads: ['addressVerification', 'dueVisits'], writes: ['addressVerification'], uses: ['visits'] },
  timeoutSeconds: 50,
  failureMeansToCustomer:
    'Visits whose queue message was lost are not booked and stay "pending"; all others are booked as usual.',
});
