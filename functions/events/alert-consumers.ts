/** What notifies the watchers of vendors. */
export const ALERT_CONSUMERS = [
  {
    name: 'fan-out-alerts',
    group: 'alerts',
    // One step a call: a hundred watchers at most, or a vendor with few.
    trigger: { kind: 'queue', queue: 'fanOuts', batchSize: 1, maxConcurrency: 16, lateAfterSeconds: 300 },
    touches: {
      reads: ['accountAlerts', 'alert', 'company', 'fanOutProgress', 'vendor', 'vendorAlerts', 'watch', 'watchers'],
      writes: ['accountAlerts', 'alert', 'fanOutProgress', 'outbox', 'vendor', 'vendorAlerts'],
      uses: ['fanOuts'],
    },
    timeoutSeconds: 60,
    failureMeansToCustomer:
      'Scores of vendors change, but accounts that watch them get neither alerts nor webhooks about it.',
  },
  {
    name: 'sweep-fan-outs',
    group: 'alerts',
    trigger: { kind: 'schedule', everyMinutes: 1 },
    touches: { reads: ['dueFanOuts'], writes: ['vendor'], uses: ['fanOuts'] },
    timeoutSeconds: 50,
    failureMeansToCustomer:
      'Changes of scores whose queue message was lost make no alerts; all others make them as usual.',
  },
] as const;
