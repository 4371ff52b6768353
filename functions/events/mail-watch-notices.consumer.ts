import { consumer } from '#shared/consumers/consumer';

/** The function `mail-watch-notices`: what triggers it, what it may touch, and what customers miss when it fails. */
export const mailWatchNoticesConsumer = consumer({
  name: 'mail-watch-notices',
  group: 'watches',
  trigger: {
    kind: 'queue',
    queue: 'watchNotices',
    batchSize: 5,
    events: ['monitoring.watch.paused'],
    lateAfterSeconds: 900,
  },
  touches: { reads: ['account', 'company', 'watch'], uses: ['mails'] },
  timeoutSeconds: 30,
  failureMeansToCustomer: 'Nobody is mailed that the monitoring of a vendor was paused.',
});
