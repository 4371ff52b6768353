import { consumer } from '#shared/consumers/consumer';

/** The function `erase-applicants`: what triggers it, what it may touch, and what customers miss when it fails. */
export const eraseApplicantsConsumer = consumer({
  name: 'erase-applicants',
  group: 'files',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  touches: {
    reads: [
      'applicant',
      'applicantErasure',
      'applicantNotes',
      'delivery',
      'dueErasures',
      'embedSession',
      'evidence',
      'outbox',
      'registrations',
      'verificationsOfAccount',
    ],
    writes: [
      'addressVerification',
      'applicantErasure',
      'applicantNotes',
      'delivery',
      'directCheck',
      'embedSession',
      'evidence',
      'fileRemoval',
      'idempotency',
      'keptMail',
      'outbox',
    ],
  },
  timeoutSeconds: 55,
  failureMeansToCustomer:
    'Answers, files and evidence of erased applicants are kept longer than promised, though their accounts are shown none of it in the applicant.',
});
