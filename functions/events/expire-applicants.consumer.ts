import { consumer } from '#shared/consumers/consumer';

/** The function `expire-applicants`: what triggers it, what it may touch, and what customers miss when it fails. */
export const expireApplicantsConsumer = consumer({
  name: 'expire-applicants',
  group: 'assessment',
  trigger: { kind: 'schedule', everyMinutes: 10 },
  touches: {
    reads: ['applicant', 'applicantsOfEnvironment', 'dueRetentions', 'embedSession', 'idleSessions', 'retention'],
    writes: [
      'applicant',
      'applicantErasure',
      'applicantList',
      'applicantNotes',
      'applicantsOfReference',
      'applicantsOfTag',
      'embedSession',
      'fileRemoval',
      'outbox',
      'retention',
    ],
  },
  timeoutSeconds: 120,
  failureMeansToCustomer:
    'Applicants without activity for 30 days do not expire: they can still be continued, and no event reports them. Applicants whose retention has ended are kept.',
});
