import { consumer } from '#shared/consumers/consumer';

/** The function `fan-out-alerts`: what triggers it, what it may touch, and what customers miss when it fails. */
export const fanOutAlertsConsumer = consumer({
  name: 'fan-out-alerts',
  group: 'alerts',
  // One step per call: at most a hundred watchers, or one vendor with few.
  trigger: { kind: 'queue', queue: 'fanOuts', batchSize: 1, maxConcurrency: 16, lateAfterSeconds: 300 },
  touches: {
    reads: ['accountAlerts', 'alert', 'company', 'fanOutProgress', 'vendor', 'vendorAlerts', 'watch', 'watchers'],
    writes: ['accountAlerts', 'alert', 'fanOutProgress', 'outbox', 'vendor', 'vendorAlerts'],
    uses: ['fanOuts'],
  },
  timeoutSeconds: 60,
  failureMeansToCustomer:
    'Scores of vendors change, but accounts that watch them get neither alerts nor webhooks about it.',
});
