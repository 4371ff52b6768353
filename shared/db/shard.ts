import { createHash } from 'node:crypto';

/** Which of `count` shards something belongs to: always the same one for the same id, and all of them evenly filled. */
export const shardOf = (id: string, count: number): number =>
  createHash('sha256').update(id).digest().readUInt32BE(0) % count;
