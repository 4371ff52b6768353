import { type BusEntry, MAX_ENTRIES, type PutEntries } from '#shared/platform/event-bridge';
import { errorFields, type Logger } from '#shared/platform/logger';
import { EVENT_SOURCE } from './names.ts';
import type { ServiceEvent } from './outbox.ts';

const entryOf = (event: ServiceEvent, busName: string): BusEntry => ({
  EventBusName: busName,
  Source: EVENT_SOURCE,
  DetailType: event.type,
  Detail: JSON.stringify(event),
  Time: new Date(event.occurredAt),
});

const inChunks = <T>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

/**
 * Puts events on the bus and says of each, in order, whether it got there. A call that fails altogether is logged and
 * counts as a refusal of its events; the others are not held up by it.
 */
export const publish = async (
  events: readonly ServiceEvent[],
  { busName, putEntries, log }: { readonly busName: string; readonly putEntries: PutEntries; readonly log: Logger },
): Promise<readonly boolean[]> => {
  const published = inChunks(events, MAX_ENTRIES).map((chunk) =>
    putEntries(chunk.map((event) => entryOf(event, busName))).catch((error: unknown) => {
      log.error('EVENTS_REJECTED', { count: chunk.length, ...errorFields(error) });
      return chunk.map(() => false);
    }),
  );
  return (await Promise.all(published)).flat();
};
