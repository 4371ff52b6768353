import { createHash } from 'node:crypto';

/** The shard of an id among `count`: always the same for the same id, with all shards evenly filled. */
export const shardOf = (id: string, count: number): number =>
  createHash('sha256').update(id).digest().readUInt32BE(0) % count;
