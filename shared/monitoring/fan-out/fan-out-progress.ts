import { type Item, remove, update, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { alertKeys } from '#shared/monitoring/alerts/keys';
import { unixSeconds } from '#shared/platform/clock';

/** The number of watchers seen in each completed shard, by shard number. */
export type FanOutProgress = ReadonlyMap<number, number>;

/** How long progress is kept: longer than any message is retried. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;

const SHARD = /^shard(\d+)$/;

/** The progress in an item; empty when the item is missing. */
export const fromProgressItem = (item: Item | undefined): FanOutProgress =>
  new Map(
    Object.entries(item ?? {}).flatMap(([name, seen]) => {
      const shard = SHARD.exec(name)?.[1];
      return shard === undefined ? [] : [[Number(shard), Number(seen)] as const];
    }),
  );

/** Reads which shards of a vendor's watchers have been notified of a change. */
export const readProgress = async (
  table: Pick<ItemReader, 'get'>,
  vendorId: string,
  number: number,
): Promise<FanOutProgress> => fromProgressItem(await table.get(alertKeys.fanOutProgress(vendorId, number)));

/** The write that records shards as done. It returns the item, including what others have recorded. */
export const progressWrite = (vendorId: string, number: number, done: FanOutProgress, nowMs: number): WriteOperation =>
  update(alertKeys.fanOutProgress(vendorId, number), {
    set: {
      ...Object.fromEntries([...done].map(([shard, seen]) => [`shard${shard}`, seen])),
      expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS,
    },
    // No condition: each write states how a shard ended, always the same.
    when: {},
  });

/** The write that resets the progress, for a fan-out that starts again. */
export const forgetProgress = (vendorId: string, number: number): WriteOperation =>
  remove(alertKeys.fanOutProgress(vendorId, number), {});
