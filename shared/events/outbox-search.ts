import * as v from 'valibot';
import { type Item, type Key, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { isOutage } from '#shared/db/outage';
import { DAY_MS } from '#shared/platform/calendar';
import type { Clock } from '#shared/platform/clock';
import { timeOfId } from '#shared/platform/ids';
import { errorFields, type Logger } from '#shared/platform/logger';
import { eventKeys, eventLists, OUTBOX_SHARDS } from './keys.ts';
import { PUBLISH_GRACE_MS, placedWrite, UNPLACED } from './outbox.ts';
import { sortKeysIn } from './outbox-range.ts';

const MINUTE_MS = 60_000;

/** A search of the outbox: it goes through all events once, in the order of their ids. */
interface OutboxSearch {
  readonly name: string;
  /** How old an id is when the search comes to it. */
  readonly afterMs: number;
  /** How much the search waits for, so that it does not run for little. */
  readonly everyMs: number;
}

/**
 * The first search finds an event that the stream has not published in time. The second one finds an event that was
 * committed after the first had passed its id: an id is made before its transaction is sent, by the clock of another
 * function. It comes later than the longest function may run and clocks may differ (tests/infra/consumers.test.ts).
 */
export const OUTBOX_SEARCHES = {
  first: { name: 'first', afterMs: PUBLISH_GRACE_MS, everyMs: 0 },
  second: { name: 'second', afterMs: 20 * MINUTE_MS, everyMs: 10 * MINUTE_MS },
} as const satisfies Readonly<Record<string, OutboxSearch>>;

/** How far the clocks of two functions may differ. */
export const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

/** Events that a call reads, published or not. */
const PAGE_SIZE = 250;

/** Pages of a shard that one run reads, of many times as many events as a shard can take in a minute. */
const MAX_PAGES = 200;

/** Events of a shard that one run finds, about as many as the sweep publishes in a run. */
const MAX_FOUND = 500;

/** Events that a shard places at once. */
const AT_ONCE = 25;

/** The effects of a search. */
interface SearchEffects {
  readonly table: Pick<Table, 'get' | 'query' | 'write'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const progressSchema = v.object({ searchedTo: v.string() });

/** The sort key up to which a search has found everything; undefined before its first run. */
const searchedTo = async (table: Pick<Table, 'get'>, { name }: OutboxSearch): Promise<string | undefined> => {
  const item = await table.get(eventKeys.outboxSearch(name));
  return item && v.parse(progressSchema, item).searchedTo;
};

const idOf = (sortKey: string): string => sortKey.slice(sortKey.indexOf('#') + 1);

/** The time of the ids that both searches have passed, in milliseconds since the epoch; 0 before their first run. */
export const searchedUntilMs = async (table: Pick<Table, 'get'>): Promise<number> => {
  const reached = await searchedTo(table, OUTBOX_SEARCHES.second);
  return reached === undefined ? 0 : timeOfId(idOf(reached));
};

/** Gives an event its place among those that a sweep publishes, from where its id would have had it. */
const place = async ({ pk, sk, accountId }: Item, table: Pick<Table, 'write'>): Promise<void> => {
  const eventId = idOf(sk);
  await table.write(
    placedWrite({ pk, sk }, { accountId: String(accountId), eventId }, timeOfId(eventId) + PUBLISH_GRACE_MS),
  );
};

/** Places events, and returns why some could not be placed. After an outage no more are tried. */
const placeAll = async (items: readonly Item[], { table, log }: SearchEffects): Promise<readonly unknown[]> => {
  const failures: unknown[] = [];
  for (let start = 0; start < items.length && !failures.some(isOutage); start += AT_ONCE) {
    const some = items.slice(start, start + AT_ONCE);
    const results = await Promise.allSettled(some.map((item) => place(item, table)));
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') continue;
      const { pk, sk }: Partial<Key> = some[index] ?? {};
      log.warn('ITEM_NOT_MOVED', { messageId: `${pk}/${sk}`, ...errorFields(result.reason) });
      failures.push(result.reason);
    }
  }
  return failures;
};

/** How far a search has come in a shard, and why it could not place some of what it found. */
interface Searched {
  readonly to: string;
  readonly failures: readonly unknown[];
}

/**
 * Searches a range of a shard and places what it finds. An event that cannot be placed does not keep others from it, but
 * keeps the search from passing it.
 */
const searchShard = async (
  shard: number,
  between: readonly [string, string],
  effects: SearchEffects,
): Promise<Searched> => {
  const [from, end] = between;
  const failures: unknown[] = [];
  let to = from;
  let found = 0;
  let after: Record<string, unknown> | undefined;
  for (let page = 0; page < MAX_PAGES && found < MAX_FOUND && !failures.some(isOutage); page++) {
    const { items, next } = await effects.table.query({
      partition: eventLists.outbox(shard),
      between,
      where: UNPLACED,
      // Every range is read again by the second search, much later than a read may lag.
      mayLag: true,
      limit: PAGE_SIZE,
      ...(after && { after }),
    });
    failures.push(...(await placeAll(items, effects)));
    found += items.length;
    if (failures.length === 0) to = next ? String(next['sk']) : end;
    if (!next) break;
    after = next;
  }
  return { to, failures };
};

/**
 * Runs a search on from where it has come to. Its progress is stored once everything up to there has its place, and
 * only as the progress of the run that it continues: runs at once, or one that dies, repeat a part and skip nothing.
 */
const continueSearch = async (search: OutboxSearch, effects: SearchEffects): Promise<readonly unknown[]> => {
  const { table, clock } = effects;
  const { name, afterMs, everyMs } = search;
  const known = await searchedTo(table, search);
  const nowMs = clock();
  const untilMs = nowMs - afterMs;
  // Progress that is ahead was stored by a wrong clock, moments ago: what that one has passed is found again.
  const isAhead = known !== undefined && known > sortKeysIn([0, nowMs + CLOCKS_DIFFER_MS])[1];
  const [beginning, end] = sortKeysIn([isAhead ? untilMs - DAY_MS : 0, untilMs]);
  const from = known === undefined || isAhead ? beginning : known;
  if (from >= sortKeysIn([0, untilMs - everyMs])[1]) return [];
  const shards = await Promise.all(
    Array.from({ length: OUTBOX_SHARDS }, (_, shard) =>
      searchShard(shard, [from, end], effects).catch((error): Searched => ({ to: from, failures: [error] })),
    ),
  );
  const to = shards.map((shard) => shard.to).toSorted()[0] ?? from;
  if (to > from) {
    const when = { searchedTo: known === undefined ? ('missing' as const) : { equals: known } };
    await table.write(update(eventKeys.outboxSearch(name), { set: { searchedTo: to }, when }));
  }
  return shards.flatMap(({ failures }) => failures);
};

/**
 * Finds the events that should have been published by now and have no place among those that a sweep publishes, and
 * gives them one. Reads every event of the outbox twice, and writes only those. What a run does not reach waits for the
 * next one.
 *
 * @returns why some of that failed; the next run repeats it.
 */
export const placeUnpublished = async (effects: SearchEffects): Promise<readonly unknown[]> => {
  const searches = Object.values(OUTBOX_SEARCHES).map((search) =>
    continueSearch(search, effects).catch((error: unknown) => [error]),
  );
  return (await Promise.all(searches)).flat();
};
