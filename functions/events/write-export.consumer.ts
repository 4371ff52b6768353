import { consumer } from '#shared/consumers/consumer';

/** The function `write-export`: what triggers it, what it may touch, and what customers miss when it fails. */
export const writeExportConsumer = consumer({
  name: 'write-export',
  group: 'files',
  trigger: {
    kind: 'queue',
    queue: 'exports',
    // A large export takes the memory and the time of a whole worker.
    batchSize: 1,
    maxConcurrency: 5,
    events: ['kyb.export.requested'],
    lateAfterSeconds: 1800,
  },
  touches: {
    reads: [
      'applicant',
      'applicantExports',
      'applicantList',
      'applicantsOfEnvironment',
      'applicantsOfReference',
      'applicantsOfTag',
    ],
    writes: ['applicantExports', 'fileRemoval'],
    uses: ['exportUploads'],
  },
  // At most 200 queries, one after another, and the file.
  timeoutSeconds: 300,
  failureMeansToCustomer: 'Exports of applicants stay "pending" or "running", and fail after six hours.',
});
