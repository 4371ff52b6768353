import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import { appendToFeed, type FeedEvent, FeedRefused, feedList, isInFeed, MAX_APPENDED } from './feed.ts';
import { type EventFate, settledWrite } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { mustSetAside } from './patience.ts';
import { type SetAside, trySetAside } from './set-aside.ts';

/** The effects of settling. */
export interface SettleEffects {
  readonly table: Pick<Table, 'get' | 'write' | 'transact'>;
  readonly clock: Clock;
  readonly setAside: SetAside;
  readonly log: Logger;
}

/** An entry with what has become of it. */
export interface Handled {
  readonly entry: OutboxEntry;
  /** Undefined while it is neither on the bus nor put aside. */
  readonly fate: EventFate | undefined;
}

/** An entry as an event of its feed. */
interface FeedEntry extends FeedEvent {
  readonly entry: OutboxEntry;
}

/** Takes an entry out of what is unpublished. What fails is published once more by a sweep, which does no harm. */
export const settleOne = async (
  { entry: { key }, fate }: Handled,
  { table, clock, log }: Pick<SettleEffects, 'table' | 'clock' | 'log'>,
): Promise<void> => {
  if (!key || !fate) return;
  try {
    await table.write(settledWrite(key, fate, clock()));
  } catch (error) {
    log.warn('EVENT_NOT_MARKED', { messageId: key.sk, ...errorFields(error) });
  }
};

const append = async (events: readonly FeedEntry[], effects: SettleEffects): Promise<void> => {
  const [first] = events;
  if (!first) return;
  const before = await appendToFeed(first.event, events, effects);
  await Promise.all(before.map((one) => settleOne(one, effects)));
};

/**
 * Appends events one by one, so that one which is refused for good keeps no other from the feed: it is set aside, and
 * the feed goes on without it.
 *
 * @returns those that have to be tried again, from the first of them on.
 */
const appendEach = async (events: readonly FeedEntry[], effects: SettleEffects): Promise<readonly FeedEntry[]> => {
  for (const [index, one] of events.entries()) {
    try {
      await append([one], effects);
    } catch (error) {
      effects.log.warn('EVENT_NOT_NUMBERED', { messageId: one.key.sk, ...errorFields(error) });
      const isOver =
        error instanceof FeedRefused || mustSetAside(error, Date.parse(one.event.occurredAt), effects.clock());
      if (!isOver || !(await trySetAside(one.entry, 'not_numbered', effects))) return events.slice(index);
      await settleOne({ entry: one.entry, fate: 'setAsideAt' }, effects);
    }
  }
  return [];
};

/** After a failure nothing more is appended: later events would precede those that failed. */
const settleFeed = async (events: readonly FeedEntry[], effects: SettleEffects): Promise<readonly FeedEntry[]> => {
  for (let start = 0; start < events.length; start += MAX_APPENDED) {
    const some = events.slice(start, start + MAX_APPENDED);
    try {
      await append(some, effects);
    } catch {
      const left = await appendEach(some, effects);
      if (left.length > 0) return [...left, ...events.slice(start + MAX_APPENDED)];
    }
  }
  return [];
};

/** The feed of an entry; undefined for one that belongs in none, or cannot be read. */
export const feedOfEntry = ({ key, event }: OutboxEntry): string | undefined =>
  key && event && isInFeed(event) ? feedList(event).partition : undefined;

/** Entries by the feed that they belong in, in their order; `undefined` has those that belong in none. */
const byFeed = (handled: readonly Handled[]): ReadonlyMap<string | undefined, readonly Handled[]> =>
  Map.groupBy(handled, ({ entry }) => feedOfEntry(entry));

const feedEntries = (handled: readonly Handled[]): readonly FeedEntry[] =>
  handled.flatMap(({ entry, fate }) =>
    entry.key && entry.event ? [{ entry, key: entry.key, event: entry.event, fate }] : [],
  );

/**
 * Appends the events that integrators may see to the feeds of their accounts and environments, in the order given and
 * whatever has become of them, and takes all that have a fate out of what is unpublished. The feed must not wait for the
 * bus: events that it takes later would precede those that it refuses now.
 *
 * @param handled in the order in which they were written.
 * @returns the entries that have no number yet and have to be tried again.
 */
export const settleEntries = async (
  handled: readonly Handled[],
  effects: SettleEffects,
): Promise<ReadonlySet<OutboxEntry>> => {
  const feeds = [...byFeed(handled)];
  const left = await Promise.all(
    feeds.map(async ([feed, some]) => {
      if (feed !== undefined) return settleFeed(feedEntries(some), effects);
      await Promise.all(some.map((one) => settleOne(one, effects)));
      return [];
    }),
  );
  return new Set(left.flat().map(({ entry }) => entry));
};
