import type { Key, WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import { appendToFeed, isInFeed } from './feed.ts';
import { feedList } from './feed-page.ts';
import { type EventFate, numberedWrite, type ServiceEvent, settledWrite } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { mustSetAside } from './patience.ts';
import { type SetAside, trySetAside } from './set-aside.ts';

/** The effects of settling. */
export interface SettleEffects {
  readonly table: Pick<Table, 'query' | 'write'>;
  readonly clock: Clock;
  readonly setAside: SetAside;
  readonly log: Logger;
}

/** An entry with its outcome. */
export interface Handled {
  readonly entry: OutboxEntry;
  /** Undefined while it is neither on the bus nor set aside. */
  readonly fate: EventFate | undefined;
}

/** An entry that belongs in a feed. */
interface FeedEntry extends Handled {
  readonly key: Key;
  readonly event: ServiceEvent;
}

/** Marks an entry. If that fails, a sweep publishes it once more, which does no harm. */
const mark = async (
  key: Key,
  write: WriteOperation,
  { table, log }: Pick<SettleEffects, 'table' | 'log'>,
): Promise<void> => {
  try {
    const result = await table.write(write);
    // It has its fate from a sweep, which looks at it until it has its number too.
    const isPlaced = !result.written && result.found?.['gsi4pk'] !== undefined;
    if (isPlaced) await table.write({ ...write, when: { gsi4pk: 'exists' } });
  } catch (error) {
    log.warn('EVENT_NOT_MARKED', { messageId: key.sk, ...errorFields(error) });
  }
};

/**
 * Takes an entry that has a fate out of the unpublished ones.
 *
 * @param number its number in its feed, where the entry may lack it.
 */
export const settleOne = async (
  { entry: { key }, fate }: Handled,
  effects: Pick<SettleEffects, 'table' | 'clock' | 'log'>,
  number?: number,
): Promise<void> => {
  if (!key || !fate) return;
  await mark(key, settledWrite(key, fate, effects.clock(), number), effects);
};

/** Appends events to their feed, and marks them. An event that the feed has already is marked once it has a fate. */
const append = async (events: readonly FeedEntry[], effects: SettleEffects): Promise<void> => {
  const [first] = events;
  if (!first) return;
  const { numbers, before } = await appendToFeed(
    first.event,
    events.map(({ event }) => event),
    effects,
  );
  const marks = events.map(async (one) => {
    const { key, event, fate } = one;
    const number = numbers.get(event.eventId);
    if (number === undefined || before.has(event.eventId)) return settleOne(one, effects, number);
    await mark(key, numberedWrite(key, fate, number, effects.clock()), effects);
  });
  await Promise.all(marks);
};

/**
 * Appends events one by one, so that an event that is refused for good does not keep others out of the feed. It is set
 * aside, and the feed continues without it.
 *
 * @returns the events that must be tried again: the first failed one and all after it.
 */
const appendEach = async (events: readonly FeedEntry[], effects: SettleEffects): Promise<readonly FeedEntry[]> => {
  for (const [index, one] of events.entries()) {
    try {
      await append([one], effects);
    } catch (error) {
      effects.log.warn('EVENT_NOT_NUMBERED', { messageId: one.key.sk, ...errorFields(error) });
      const isOver = mustSetAside(error, Date.parse(one.event.occurredAt), effects.clock());
      if (!isOver || !(await trySetAside(one.entry, 'not_numbered', effects))) return events.slice(index);
      await settleOne({ entry: one.entry, fate: 'setAsideAt' }, effects);
    }
  }
  return [];
};

/** After a failure nothing more is appended: later events would precede those that failed. */
const settleFeed = async (events: readonly FeedEntry[], effects: SettleEffects): Promise<readonly FeedEntry[]> => {
  try {
    await append(events, effects);
    return [];
  } catch {
    return appendEach(events, effects);
  }
};

/** The feed of an entry. Undefined for an entry that belongs in none, or cannot be read. */
export const feedOfEntry = ({ key, event }: OutboxEntry): string | undefined =>
  key && event && isInFeed(event) ? feedList(event).partition : undefined;

/** Groups entries by the feed that they belong in, in order. Those that belong in none are under `undefined`. */
export const byFeed = (handled: readonly Handled[]): ReadonlyMap<string | undefined, readonly Handled[]> =>
  Map.groupBy(handled, ({ entry }) => feedOfEntry(entry));

/** The entries that an event could be read from, with that event. */
export const feedEntries = (handled: readonly Handled[]): readonly FeedEntry[] =>
  handled.flatMap(({ entry, fate }) =>
    entry.key && entry.event ? [{ entry, key: entry.key, event: entry.event, fate }] : [],
  );

/**
 * Appends the events that integrators may see to the feeds of their accounts and environments, in the order given and
 * whatever their outcome. Takes all events that have a fate out of the unpublished ones. The feed must not wait for the
 * bus, because events that it takes later would precede those that it refuses now.
 *
 * @param handled in the order in which they were written.
 * @returns the entries that have no number yet and must be tried again.
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
