import { DUE_SHARDS, lists } from '#shared/db/keys';
import { shardOf } from '#shared/db/shard';
import { isoTime } from '#shared/platform/clock';

/** Index attributes by which a sweep finds a thing that nobody looked after until this time. */
export const overdueFrom = (id: string, atMs: number) => ({
  gsi2pk: lists.due(shardOf(id, DUE_SHARDS)),
  gsi2sk: isoTime(atMs),
});
