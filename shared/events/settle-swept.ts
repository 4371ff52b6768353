import { errorFields } from '#shared/platform/logger';
import { type FeedNumbers, numbersInFeed } from './feed.ts';
import { type ServiceEvent, unnumberedWrite } from './outbox.ts';
import { byFeed, feedEntries, type Handled, type SettleEffects, settleOne } from './settle-outbox.ts';

/** How often a sweep checks whether the stream has numbered an event that a sweep has published. */
const LOOK_AGAIN_AFTER_MS = 30 * 60_000;

const numbersOf = async (events: readonly ServiceEvent[], { table }: SettleEffects): Promise<FeedNumbers> => {
  const [first] = events;
  return first ? numbersInFeed(table, first, events) : new Map();
};

/** Events of one feed. Those that a publisher appended but could not mark are looked for in the feed. */
const settleFeed = async (handled: readonly Handled[], nowMs: number, effects: SettleEffects): Promise<void> => {
  const events = feedEntries(handled);
  const unmarked = events.filter(({ entry, fate }) => fate && !entry.isNumbered);
  const searched = numbersOf(
    unmarked.map(({ event }) => event),
    effects,
  );
  const settled = events.map(async (one) => {
    const { key, fate, event, entry } = one;
    if (!fate) return;
    try {
      const number = entry.isNumbered ? undefined : (await searched).get(event.eventId);
      if (entry.isNumbered || number !== undefined) return settleOne(one, effects, number);
      const again = { eventId: event.eventId, againAtMs: nowMs + LOOK_AGAIN_AFTER_MS };
      const { written } = await effects.table.write(unnumberedWrite(key, fate, again, nowMs));
      if (!written) await settleOne(one, effects);
    } catch (error) {
      effects.log.warn('EVENT_NOT_MARKED', { messageId: key.sk, ...errorFields(error) });
    }
  });
  await Promise.all(settled);
};

/**
 * Takes swept entries that have a fate out of the index, unless they are not in their feed yet. The stream appends
 * them, because it has the events in order, for as long as it may still have this one. An entry that cannot be marked
 * is published once more by the next sweep, which does no harm.
 */
export const settleSwept = async (
  handled: readonly Handled[],
  nowMs: number,
  effects: SettleEffects,
): Promise<void> => {
  const feeds = [...byFeed(handled)].map(async ([feed, some]) => {
    if (feed !== undefined) await settleFeed(some, nowMs, effects);
    else await Promise.all(some.map((one) => settleOne(one, effects)));
  });
  await Promise.all(feeds);
};
