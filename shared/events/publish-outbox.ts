import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import type { EntryResult } from '#shared/platform/event-bridge';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { type BusEffects, publish } from './bus.ts';
import type { EventFate } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { SetAside, SetAsideReason } from './set-aside.ts';
import { settleEntries } from './settle-outbox.ts';

/** The effects of publishing. */
export interface PublishEffects extends BusEffects {
  readonly table: Pick<Table, 'get' | 'write' | 'transact'>;
  readonly clock: Clock;
  readonly setAside: SetAside;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The result of a try: the fate of the entry, or undefined when it has to be retried. */
type Outcome = EventFate | undefined;

const trySetAside = async (
  entry: OutboxEntry,
  reason: SetAsideReason,
  { setAside, log }: PublishEffects,
): Promise<Outcome> => {
  const fields = { messageId: entry.key?.sk ?? 'no key', reason, ...(entry.event && { eventType: entry.event.type }) };
  try {
    await setAside(entry, reason);
    log.error('EVENT_SET_ASIDE', fields);
    return 'setAsideAt';
  } catch (error) {
    log.error('MESSAGE_FAILED', { ...fields, ...errorFields(error) });
    return undefined;
  }
};

const outcomeOf = (
  entry: OutboxEntry,
  result: EntryResult | undefined,
  effects: PublishEffects,
): Outcome | Promise<Outcome> => {
  if (result === undefined) return trySetAside(entry, 'unreadable', effects);
  if (result === 'invalid') return trySetAside(entry, 'invalid_entry', effects);
  return result === 'taken' ? 'publishedAt' : undefined;
};

const report = (results: readonly (EntryResult | undefined)[], { log, metrics }: PublishEffects): void => {
  const count = (wanted: EntryResult) => results.filter((result) => result === wanted).length;
  const [taken, refused] = [count('taken'), count('refused')];
  if (taken > 0) {
    log.info('EVENTS_PUBLISHED', { count: taken });
    metrics('EventsPublished', taken);
  }
  if (refused > 0) log.warn('EVENTS_REJECTED', { count: refused });
};

/**
 * Publishes entries of the outbox in order. What can never be published, because it cannot be parsed or the bus does
 * not accept it, is put aside whole and blocks no other. An event may be published more than once, with the same id.
 *
 * @returns for each entry, in order, whether it is done; the others have to be retried.
 */
export const publishOutbox = async (
  entries: readonly OutboxEntry[],
  effects: PublishEffects,
): Promise<readonly boolean[]> => {
  const results = new Map<OutboxEntry, EntryResult>();
  const readable = entries.filter(({ event }) => event !== undefined);
  const published = await publish(
    readable.flatMap(({ event }) => event ?? []),
    effects,
  );
  published.forEach((result, index) => {
    const entry = readable[index];
    if (entry) results.set(entry, result);
  });
  const outcomes = await Promise.all(entries.map((entry) => outcomeOf(entry, results.get(entry), effects)));
  await settleEntries(
    entries.flatMap((entry, index) => {
      const fate = outcomes[index];
      return fate ? [{ entry, fate }] : [];
    }),
    effects,
  );
  report(
    entries.map((entry) => results.get(entry)),
    effects,
  );
  return outcomes.map((outcome) => outcome !== undefined);
};
