/** What bills the watches of accounts. */
export const WATCH_CONSUMERS = [
  {
    name: 'renew-watches',
    group: 'watches',
    trigger: { kind: 'schedule', everyMinutes: 10 },
    touches: {
      reads: ['rates', 'vendor', 'wallet', 'watch', 'watchRenewals'],
      writes: ['outbox', 'vendor', 'wallet', 'watch'],
    },
    timeoutSeconds: 120,
    failureMeansToCustomer:
      'Months of watched vendors are charged late, or not at all if this lasts; monitoring goes on. Paused vendors stay paused.',
  },
  {
    name: 'mail-watch-notices',
    group: 'watches',
    trigger: {
      kind: 'queue',
      queue: 'watchNotices',
      batchSize: 5,
      maxConcurrency: 5,
      events: ['monitoring.watch.paused'],
      lateAfterSeconds: 900,
    },
    touches: { reads: ['account', 'company', 'watch'], uses: ['mails'] },
    timeoutSeconds: 30,
    failureMeansToCustomer: 'Nobody is mailed that the monitoring of a vendor was paused.',
  },
] as const;
