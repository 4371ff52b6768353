import { consumer } from '#shared/consumers/consumer';

/** The function `suppress-addresses`: what triggers it, what it may touch, and what customers miss when it fails. */
export const suppressAddressesConsumer = consumer({
  name: 'suppress-addresses',
  group: 'mails',
  trigger: {
    kind: 'queue',
    queue: 'mailReports',
    batchSize: 10,
    mailReports: true,
    lateAfterSeconds: 3600,
  },
  touches: { writes: ['suppressedAddress'] },
  timeoutSeconds: 30,
  failureMeansToCustomer:
    'Nothing yet: addresses that bounce or complain are mailed on. If that lasts, the mail service stops all our mails.',
});
