import {
  type BusEntry,
  type EntryResult,
  entryBytes,
  isInvalidCall,
  MAX_ENTRIES,
  MAX_ENTRY_BYTES,
  type PutEntries,
} from '#shared/platform/event-bridge';
import { errorFields, type Logger } from '#shared/platform/logger';
import { EVENT_SOURCE } from './names.ts';
import type { ServiceEvent } from './outbox.ts';

/** The effects of putting events on the bus. */
export interface BusEffects {
  readonly busName: string;
  readonly putEntries: PutEntries;
  readonly log: Logger;
}

const entryOf = (event: ServiceEvent, busName: string): BusEntry => ({
  EventBusName: busName,
  Source: EVENT_SOURCE,
  DetailType: event.type,
  Detail: JSON.stringify(event),
  Time: new Date(event.occurredAt),
});

/**
 * Splits entries into calls, each within the limits of a call. The first entry is sent alone. A retry begins with the
 * entry that was refused, and until it succeeds, no other event is sent again with it. An entry that is too large for
 * any call is also alone.
 */
const callsOf = (entries: readonly BusEntry[]): readonly (readonly BusEntry[])[] => {
  const [first, ...rest] = entries;
  if (!first) return [];
  const calls: BusEntry[][] = [[first]];
  let call: BusEntry[] = [];
  let bytes = 0;
  for (const entry of rest) {
    const size = entryBytes(entry);
    if (call.length === MAX_ENTRIES || bytes + size > MAX_ENTRY_BYTES) {
      calls.push(call);
      call = [];
      bytes = 0;
    }
    call.push(entry);
    bytes += size;
  }
  return [...calls, call].filter(({ length }) => length > 0);
};

/** Makes one call. If an entry makes it invalid, sends its halves, until the invalid entry is isolated. */
const putCall = async (call: readonly BusEntry[], effects: BusEffects): Promise<readonly EntryResult[]> => {
  const [entry, ...more] = call;
  if (entry && more.length === 0 && entryBytes(entry) > MAX_ENTRY_BYTES) return ['invalid'];
  try {
    return await effects.putEntries(call);
  } catch (error) {
    if (!isInvalidCall(error)) {
      effects.log.error('EVENTS_REJECTED', { count: call.length, ...errorFields(error) });
      return call.map(() => 'refused');
    }
    if (more.length === 0) return ['invalid'];
    const middle = Math.ceil(call.length / 2);
    const firstHalf = await putCall(call.slice(0, middle), effects);
    return [...firstHalf, ...(await putCall(call.slice(middle), effects))];
  }
};

/**
 * Puts events on the bus in order, and returns the result of each. After the first call with a refused event nothing
 * more is sent, so that later events do not overtake those to be retried. An event that the bus will never accept does
 * not block others.
 */
export const publish = async (
  events: readonly ServiceEvent[],
  effects: BusEffects,
): Promise<readonly EntryResult[]> => {
  const results: EntryResult[] = [];
  for (const call of callsOf(events.map((event) => entryOf(event, effects.busName)))) {
    const refused = results.includes('refused');
    results.push(...(refused ? call.map(() => 'refused' as const) : await putCall(call, effects)));
  }
  return results;
};
