import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import type { EntryResult } from '#shared/platform/event-bridge';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { subjectOf } from '#shared/platform/subject-ids';
import { requestIdIn } from '#shared/platform/trace';
import { type BusEffects, publish } from './bus.ts';
import type { EventFate } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { type SetAside, type SetAsideReason, trySetAside } from './set-aside.ts';

/** The effects of publishing. */
export interface PublishEffects extends BusEffects {
  readonly table: Pick<Table, 'get' | 'query' | 'queryAll' | 'write'>;
  readonly clock: Clock;
  readonly setAside: SetAside;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The result of a try: the fate of the entry, or undefined if it must be retried. */
type Outcome = EventFate | undefined;

const setAsideOutcome = async (
  entry: OutboxEntry,
  reason: SetAsideReason,
  effects: PublishEffects,
): Promise<Outcome> => ((await trySetAside(entry, reason, effects)) ? 'setAsideAt' : undefined);

const outcomeOf = (
  entry: OutboxEntry,
  result: EntryResult | undefined,
  effects: PublishEffects,
): Outcome | Promise<Outcome> => {
  if (result === undefined) return setAsideOutcome(entry, 'unreadable', effects);
  if (result === 'invalid') return setAsideOutcome(entry, 'invalid_entry', effects);
  return result === 'taken' ? 'publishedAt' : undefined;
};

const report = (results: ReadonlyMap<OutboxEntry, EntryResult>, { log, metrics }: PublishEffects): void => {
  const withResult = (wanted: EntryResult) => [...results].filter(([, result]) => result === wanted);
  const [taken, refused] = [withResult('taken'), withResult('refused')];
  for (const [{ event }] of taken) {
    log.info('EVENT_PUBLISHED', {
      ...subjectOf(event),
      ...requestIdIn(event),
      ...(event && { eventType: event.type }),
    });
  }
  if (taken.length > 0) metrics('EventsPublished', taken.length);
  if (refused.length > 0) log.warn('EVENTS_REJECTED', { count: refused.length });
};

/**
 * Publishes entries of the outbox in order. An entry that can never be published, because it cannot be parsed or the
 * bus does not accept it, is set aside whole and does not block others. An event may be published more than once, with
 * the same id.
 *
 * @returns the fate of each entry, in order. Entries without one must be retried.
 */
export const publishOutbox = async (
  entries: readonly OutboxEntry[],
  effects: PublishEffects,
): Promise<readonly Outcome[]> => {
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
  report(results, effects);
  return outcomes;
};
