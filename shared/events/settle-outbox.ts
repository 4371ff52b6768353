import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import { appendToFeed, type FeedEvent, feedList, isInFeed, MAX_APPENDED } from './feed.ts';
import { type EventFate, settledWrite } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** The effects of settling. */
export interface SettleEffects {
  readonly table: Pick<Table, 'get' | 'write' | 'transact'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** An entry whose fate is decided. */
interface Decided {
  readonly entry: OutboxEntry;
  readonly fate: EventFate;
}

const settleOne = async ({ entry: { key }, fate }: Decided, { table, clock, log }: SettleEffects): Promise<void> => {
  if (!key) return;
  try {
    await table.write(settledWrite(key, fate, clock()));
  } catch (error) {
    log.warn('EVENT_NOT_MARKED', { messageId: key.sk, ...errorFields(error) });
  }
};

/** After a failure nothing more is appended: later events would precede those that failed. */
const settleFeed = async (events: readonly FeedEvent[], effects: SettleEffects): Promise<void> => {
  const [first] = events;
  if (!first) return;
  for (let start = 0; start < events.length; start += MAX_APPENDED) {
    try {
      await appendToFeed(first.event, events.slice(start, start + MAX_APPENDED), effects);
    } catch (error) {
      for (const { key } of events.slice(start)) {
        effects.log.warn('EVENT_NOT_MARKED', { messageId: key.sk, ...errorFields(error) });
      }
      return;
    }
  }
};

/**
 * Takes entries out of what is unpublished; those that integrators may see are appended to the feed of their account and
 * environment, in order. What fails is published once more by a sweep, which does no harm.
 */
export const settleEntries = async (decided: readonly Decided[], effects: SettleEffects): Promise<void> => {
  const feeds = new Map<string, FeedEvent[]>();
  const others: Decided[] = [];
  for (const one of decided) {
    const { key, event } = one.entry;
    if (key && event && isInFeed(event)) {
      const { partition } = feedList(event);
      feeds.set(partition, [...(feeds.get(partition) ?? []), { key, event, fate: one.fate }]);
    } else others.push(one);
  }
  await Promise.all([
    ...others.map((one) => settleOne(one, effects)),
    ...[...feeds.values()].map((events) => settleFeed(events, effects)),
  ]);
};
