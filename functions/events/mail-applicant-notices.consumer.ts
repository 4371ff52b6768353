import { consumer } from '#shared/consumers/consumer';
import { SENDING_LEASE_SECONDS } from '#shared/mails/lanes';

/** The function `mail-applicant-notices`: what triggers it, what it may touch, and what customers miss when it fails. */
export const mailApplicantNoticesConsumer = consumer({
  name: 'mail-applicant-notices',
  group: 'assessment',
  trigger: {
    kind: 'queue',
    queue: 'outcomes',
    batchSize: 5,
    maxConcurrency: 5,
    events: ['kyb.applicant.submitted', 'kyb.applicant.decision', 'kyb.applicant.resubmission_requested'],
    lateAfterSeconds: 900,
    leaseSeconds: SENDING_LEASE_SECONDS,
  },
  touches: {
    reads: ['account', 'applicant', 'embedSession', 'widget'],
    writes: ['noticeCount', 'sentMail'],
    uses: ['mails', 'noticeCaps', 'textSender'],
  },
  timeoutSeconds: 30,
  failureMeansToCustomer:
    'Applicants are neither mailed nor texted that they were approved, rejected or have to resubmit, and nobody is mailed who follows them.',
});
