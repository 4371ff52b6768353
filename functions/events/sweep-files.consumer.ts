import { consumer } from '#shared/consumers/consumer';

/** The function `sweep-files`: what triggers it, what it may touch, and what customers miss when it fails. */
export const sweepFilesConsumer = consumer({
  name: 'sweep-files',
  group: 'files',
  trigger: { kind: 'schedule', everyMinutes: 10 },
  touches: {
    reads: ['dueFileRemovals', 'fileRemoval'],
    writes: ['fileRemoval'],
    uses: ['attachmentRemovals', 'verificationRemovals', 'disputeRemovals', 'exportRemovals'],
  },
  timeoutSeconds: 120,
  failureMeansToCustomer:
    'Files of failed uploads, files that expired applicants never submitted, and exports are kept longer than promised; nobody is shown them.',
});
