import { consumer } from '#shared/consumers/consumer';

/** The function `sweep-fan-outs`: what triggers it, what it may touch, and what customers miss when it fails. */
export const sweepFanOutsConsumer = consumer({
  name: 'sweep-fan-outs',
  group: 'alerts',
  // It finds only what lost its queue message, which is rare, and nobody waits for it.
  trigger: { kind: 'schedule', everyMinutes: 5 },
  touches: { reads: ['dueFanOuts', 'vendor'], writes: ['vendor'], uses: ['fanOuts'] },
  timeoutSeconds: 50,
  failureMeansToCustomer:
    'Changes of scores whose queue message was lost make no alerts; all others make them as usual.',
});
