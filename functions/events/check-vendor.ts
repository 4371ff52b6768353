import { consume } from '#shared/consumers/consume';
import { checkOfMessage } from '#shared/monitoring/checks/check-queue';
import { checkVendor } from '#shared/monitoring/checks/check-vendor';
import { fanOuts } from '#shared/monitoring/fan-out/fan-out-queue';
import { startSourceTime } from '#shared/sources/patience';
import { sources } from '#shared/sources/sources-of-stage';
import { checkVendorConsumer } from './check-vendor.consumer.ts';

/** Checks the watched vendors that a schedule put on its queue. */
export const handler = consume(checkVendorConsumer, {
  effects: [fanOuts, sources],
  read: checkOfMessage,
  handle: (check, { sources: sourcesFor, fanOuts: fanOut, ...effects }) =>
    checkVendor(check, { ...effects, sourcesFor, fanOut, startSourceTime }),
});
