import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { renewWatches } from '#shared/monitoring/watches/renew-watches';
import { renewWatchesConsumer } from './renew-watches.consumer.ts';

/** Charges the due months of watched vendors. */
export const handler = runOnSchedule(renewWatchesConsumer, { run: renewWatches });
