import { consumer } from '#shared/consumers/consumer';

/** The function `assess-applicant`: what triggers it, what it may touch, and what customers miss when it fails. */
export const assessApplicantConsumer = consumer({
  name: 'assess-applicant',
  group: 'assessment',
  // One applicant per call: a failing assessment repeats no other, and its sources may be slow.
  trigger: {
    kind: 'queue',
    queue: 'assessments',
    batchSize: 1,
    maxConcurrency: 50,
    events: ['kyb.applicant.submitted', 'kyb.reassessment.requested'],
    lateAfterSeconds: 900,
  },
  touches: {
    reads: ['addressVerification', 'applicant', 'embedSession', 'evidence', 'outbox', 'rates', 'wallet', 'widget'],
    writes: ['addressVerification', 'applicant', 'directCheck', 'embedSession', 'evidence', 'outbox', 'wallet'],
    uses: ['evidenceRetention', 'sources', 'vault'],
  },
  // Three tries of ten seconds for every source, with the modules in parallel, and as much again for the table.
  timeoutSeconds: 70,
  failureMeansToCustomer: 'Submitted applicants stay in "submitted" or "processing" and get no decision.',
});
