import { consumer } from '#shared/consumers/consumer';

/** The function `check-vendor`: what triggers it, what it may touch, and what customers miss when it fails. */
export const checkVendorConsumer = consumer({
  name: 'check-vendor',
  group: 'checks',
  trigger: {
    kind: 'queue',
    queue: 'vendorChecks',
    // One vendor per call: its sources may be slow.
    batchSize: 1,
    maxConcurrency: 20,
    lateAfterSeconds: 3600,
  },
  touches: {
    reads: ['company', 'recentEvents', 'vendor', 'vendorCheck'],
    writes: ['company', 'companyList', 'recentEvents', 'vendor', 'vendorCheck'],
    uses: ['fanOuts', 'sources'],
  },
  // Twice three tries of ten seconds, the pauses in between, and the table.
  timeoutSeconds: 100,
  failureMeansToCustomer:
    'Some watched vendors are checked later than their day, or not at all: what changes about them raises no alert.',
});
