import type { Item } from '#shared/db/expressions';
import { type Attempted, onLatest, triedWrite } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import type { AccountEnvironment } from '#shared/platform/scope';
import { EVENTS } from './catalogue.ts';
import {
  expiryWrite,
  extendedBy,
  type FeedPage,
  fromFeedPageItem,
  isFull,
  newestPageWrite,
  numberedEvents,
  pagesFromNewest,
} from './feed-page.ts';
import type { ServiceEvent } from './outbox.ts';

/** Whether integrators may see events of a type. Internal ones are in no feed. */
export const isInFeed = ({ type }: ServiceEvent): boolean => EVENTS[type].webhook !== null;

/**
 * How far the clocks of two functions may differ. Each append reads what its feed has appended in this time before the
 * event happened: with a minute, a feed of 400 events a second would read a thousand pages each time.
 */
const CLOCKS_DIFFER_MS = 10_000;

/** An event to look for in its feed, or to append. */
type FeedEvent = Pick<ServiceEvent, 'eventId' | 'occurredAt'>;

/** The numbers of events in their feed, by their ids. */
export type FeedNumbers = ReadonlyMap<string, number>;

/** The newest page of a feed, and which of the wanted events the feed has. */
interface FeedState {
  readonly newest: FeedPage | undefined;
  readonly numbers: FeedNumbers;
}

const numbersWith = (numbers: FeedNumbers, page: FeedPage, wanted: ReadonlySet<string>): FeedNumbers => {
  const found = numberedEvents(page).filter(([, eventId]) => wanted.has(eventId));
  return new Map([...numbers, ...found.map(([number, eventId]) => [eventId, number] as const)]);
};

const idsOf = (events: readonly FeedEvent[]): ReadonlySet<string> => new Set(events.map(({ eventId }) => eventId));

/** Reads back to a page that began before the first of the events: an event is appended after it has happened. */
const readState = async (
  table: Pick<Table, 'query'>,
  feed: AccountEnvironment,
  events: readonly FeedEvent[],
): Promise<FeedState> => {
  const wanted = idsOf(events);
  const sinceMs = Math.min(...events.map(({ occurredAt }) => Date.parse(occurredAt))) - CLOCKS_DIFFER_MS;
  let state: FeedState = { newest: undefined, numbers: new Map() };
  for await (const page of pagesFromNewest(table, feed)) {
    state = { newest: state.newest ?? page, numbers: numbersWith(state.numbers, page, wanted) };
    if (page.begunAtMs < sinceMs || state.numbers.size === wanted.size) break;
  }
  return state;
};

/** Finds the numbers of those events of one account and environment that are in its feed. */
export const numbersInFeed = async (
  table: Pick<Table, 'query'>,
  feed: AccountEnvironment,
  events: readonly FeedEvent[],
): Promise<FeedNumbers> => (await readState(table, feed, events)).numbers;

/** The newest page of a feed has disappeared, so that nothing can be appended after it. */
class FeedRefused extends Error {
  override readonly name = 'FeedRefused';

  constructor() {
    super('The newest page of an event feed is missing');
  }
}

/** The effects of appending to a feed. */
export interface FeedEffects {
  readonly table: Pick<Table, 'query' | 'write'>;
  readonly clock: Clock;
}

const appendOnce = async (
  feed: AccountEnvironment,
  { newest, numbers }: FeedState,
  wanted: ReadonlySet<string>,
  { table, clock }: FeedEffects,
): Promise<Attempted<FeedState>> => {
  const left = [...wanted].filter((eventId) => !numbers.has(eventId));
  if (left.length === 0) return { result: { written: true }, value: { newest, numbers } };
  const nowMs = clock();
  const expiry = newest && isFull(newest) ? expiryWrite(feed, newest, nowMs) : undefined;
  if (expiry) await table.write(expiry);
  const page = extendedBy(newest, left, nowMs);
  const tried = await table.write(newestPageWrite(feed, newest, page));
  return triedWrite(tried, { newest: page, numbers: numbersWith(numbers, page, wanted) });
};

/** The state after another writer has changed the newest page, or has begun the one after it. */
const newerState =
  (wanted: ReadonlySet<string>) =>
  ({ numbers }: FeedState, [found]: readonly (Item | undefined)[]): FeedState | undefined => {
    if (!found) return undefined;
    const newest = fromFeedPageItem(found);
    return { newest, numbers: numbersWith(numbers, newest, wanted) };
  };

/**
 * Appends events of one account and environment to its feed, in the order given. Each event is in the feed once,
 * however often and by however many it is published: a page is written only as the version that was searched. Numbers
 * have no gaps, and a number is visible only after all lower ones.
 *
 * @returns the numbers of all of them, and which were in the feed already.
 * @throws FeedRefused; TableContended; whatever the table throws. Then some may be appended: the first of them.
 */
export const appendToFeed = async (
  feed: AccountEnvironment,
  events: readonly FeedEvent[],
  effects: FeedEffects,
): Promise<{ readonly numbers: FeedNumbers; readonly before: FeedNumbers }> => {
  const wanted = idsOf(events);
  const start = await readState(effects.table, feed, events);
  let state = start;
  while (state.numbers.size < wanted.size) {
    const { result, value } = await onLatest(
      state,
      (from) => appendOnce(feed, from, wanted, effects),
      newerState(wanted),
    );
    if (!result.written) throw new FeedRefused();
    state = value;
  }
  return { numbers: state.numbers, before: start.numbers };
};
