import { consumer } from '#shared/consumers/consumer';

/** The function `sweep-fan-outs`: what triggers it, what it may touch, and what customers miss when it fails. */
export const sweepFanOutsConsumer = consumer({
  name: 'sweep-fan-outs',
  group: 'alerts',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: { reads: ['dueFanOuts'], writes: ['vendor'], uses: ['fanOuts'] },
  timeoutSeconds: 50,
  failureMeansToCustomer:
    'Changes of scores whose queue message was lost make no alerts; all others make them as usual.',
});
