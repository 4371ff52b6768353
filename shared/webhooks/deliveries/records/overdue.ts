import { shardOf } from '#shared/db/shard';
import { isoTime } from '#shared/platform/clock';
import { DUE_SHARDS, deliveryLists } from '#shared/webhooks/deliveries/keys';

/** Index attributes by which a sweep finds what was not handled until this time. */
export const overdueFrom = (id: string, atMs: number) => ({
  gsi4pk: deliveryLists.due(shardOf(id, DUE_SHARDS)),
  gsi4sk: isoTime(atMs),
});
