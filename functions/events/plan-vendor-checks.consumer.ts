import { consumer } from '#shared/consumers/consumer';

/** The function `plan-vendor-checks`: what triggers it, what it may touch, and what customers miss when it fails. */
export const planVendorChecksConsumer = consumer({
  name: 'plan-vendor-checks',
  group: 'checks',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  touches: { reads: ['dueVendorChecks', 'vendor'], writes: ['vendor'], uses: ['vendorChecks'] },
  timeoutSeconds: 240,
  failureMeansToCustomer: 'Watched vendors are not checked: what changes about them raises no alert.',
});
