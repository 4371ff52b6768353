import { consumer } from '#shared/consumers/consumer';
import { MAIL_LANE_BATCH, MAIL_LANE_WORKERS, SENDING_LEASE_SECONDS } from '#shared/mails/lanes';

/** The function `send-mails`: what triggers it, what it may touch, and what customers miss when it fails. */
export const sendMailsConsumer = consumer({
  name: 'send-mails',
  group: 'mails',
  // The minimum number of workers of an event source. Together they keep the stage's rate and leave room for codes.
  trigger: {
    kind: 'queue',
    queue: 'mails',
    batchSize: MAIL_LANE_BATCH,
    maxConcurrency: MAIL_LANE_WORKERS,
    // At the stage's rate, the reminders of a morning take a while.
    lateAfterSeconds: 3600,
    leaseSeconds: SENDING_LEASE_SECONDS,
  },
  touches: {
    reads: ['account', 'applicantErasure', 'followerAddress', 'keptMail', 'suppressedAddress', 'unsubscription'],
    writes: ['applicantErasure', 'contactRequest', 'keptMail', 'noticeCount', 'sentMail'],
    uses: ['mailer', 'mailPace', 'noticeCaps', 'pepper', 'sales'],
  },
  timeoutSeconds: 30,
  failureMeansToCustomer:
    'Notices do not arrive: reminders, decisions about applicants and low balances; and sales misses visitors. Codes ' +
    'are not concerned.',
});
