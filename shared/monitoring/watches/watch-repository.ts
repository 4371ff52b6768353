import type { Item } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { readBounded } from '#shared/db/lists/bounded-list';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { WATCHER_SHARDS, watchesOfAccount, watchKeys, watchLists } from './keys.ts';
import { fromWatchItem, readWatchItem, type Watch } from './watch.ts';

/** The record of a watch, for transactions that read it first. */
export const watchRecord = ({ accountId, environment }: AccountEnvironment, vendorId: string): StoredRecord<Watch> => ({
  key: watchKeys.watch(accountId, environment, vendorId),
  from: fromWatchItem,
});

/** The account's watch of a vendor, strongly consistent; undefined when it does not watch it. */
export const findWatch = async (
  table: Pick<ItemReader, 'get'>,
  place: AccountEnvironment,
  vendorId: string,
): Promise<Watch | undefined> => {
  if (!isId('cmp', vendorId)) return undefined;
  const { key, from } = watchRecord(place, vendorId);
  const item = await table.get(key);
  return item && from(item);
};

const newestFirst = (one: Watch, other: Watch): number => {
  if (one.createdAt === other.createdAt) return one.vendorId < other.vendorId ? 1 : -1;
  return one.createdAt < other.createdAt ? 1 : -1;
};

/** All watches of an account in an environment, newest first: at most 1,000. */
export const listWatches = async (
  table: Pick<TableReader, 'queryAll'>,
  { accountId, environment }: AccountEnvironment,
): Promise<readonly Watch[]> => {
  const partition = watchLists.watches(accountId, environment);
  const items = await readBounded(
    table,
    { partition, startsWith: watchLists.entries },
    { most: watchesOfAccount(accountId).most, why: 'the write that adds a watch refuses beyond it' },
  );
  return items.map(fromWatchItem).sort(newestFirst);
};

/** A page of the active watches of a vendor; `next` is present while there may be more. */
export interface WatchersPage {
  readonly watches: readonly Watch[];
  /** Items that this version of the code cannot parse. */
  readonly unreadable: readonly Item[];
  readonly next?: Record<string, unknown>;
}

/** The shards of the watchers of a vendor. */
export const WATCHER_SHARD_NUMBERS: readonly number[] = Array.from({ length: WATCHER_SHARDS }, (_, shard) => shard);

/** Number of watchers read in one call. */
const WATCHERS_PAGE = 25;

/**
 * Reads a page of the active watches of a vendor in one shard, by account.
 *
 * @param after the `next` of the previous page.
 */
export const watchersPage = async (
  table: Pick<TableReader, 'query'>,
  vendorId: string,
  shard: number,
  after?: Record<string, unknown>,
): Promise<WatchersPage> => {
  const partition = watchLists.watchers(vendorId, shard);
  const { items, next } = await table.query({
    index: 'gsi1',
    partition,
    limit: WATCHERS_PAGE,
    ...(after && { after }),
  });
  const parsed = items.map((item) => ({ item, watch: readWatchItem(item) }));
  return {
    watches: parsed.flatMap(({ watch }) => watch ?? []),
    unreadable: parsed.flatMap(({ item, watch }) => (watch ? [] : [item])),
    ...(next && { next }),
  };
};

/** Whether a watch is active, and was not paused since it was first read. @param current the watch now, if it exists. */
export const isStillActive = (watch: Pick<Watch, 'monitoringSince'>, current: Watch | undefined): boolean =>
  current?.status === 'active' && current.monitoringSince === watch.monitoringSince;
