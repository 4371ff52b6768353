import { consumer } from '#shared/consumers/consumer';
import { SENDING_LEASE_SECONDS } from '#shared/mails/lanes';

/** The function `send-codes`: what triggers it, what it may touch, and what customers miss when it fails. */
export const sendCodesConsumer = consumer({
  name: 'send-codes',
  group: 'mails',
  trigger: {
    kind: 'queue',
    queue: 'codes',
    batchSize: 5,
    maxConcurrency: 10,
    lateAfterSeconds: 120,
    leaseSeconds: SENDING_LEASE_SECONDS,
  },
  touches: {
    reads: ['account', 'followerAddress', 'mailedCodes', 'signIn', 'suppressedAddress'],
    writes: ['confirmation', 'followerAddress', 'mailedCodes', 'noticeCount', 'resetToken', 'sentMail', 'signIn'],
    uses: ['mailer', 'noticeCaps', 'pepper'],
  },
  timeoutSeconds: 30,
  failureMeansToCustomer:
    'Codes and links do not arrive: nobody can sign up, log in with a code or choose a new password, because codes ' +
    'expire before they are sent.',
});
