import { remove } from '#shared/db/expressions';
import { exitWrite } from '#shared/db/lists/bounded-list';
import { watchesOfAccount } from './keys.ts';
import { unwatchedWrite } from './monitored-vendor.ts';
import { type Watch, watchKeyOf } from './watch.ts';

/**
 * The writes that end a watch at once, without a refund. `watch` refuses when it no longer exists, or was paused or
 * resumed since it was read.
 */
export const watchEnding = (watch: Watch) => ({
  watch: remove(watchKeyOf(watch), { status: { equals: watch.status } }),
  count: exitWrite(watchesOfAccount(watch.accountId), watch.environment),
  // A paused watch is not counted.
  vendorState: watch.status === 'active' ? unwatchedWrite(watch.vendorId) : undefined,
});
