import * as v from 'valibot';
import { type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { unixSeconds } from '#shared/platform/clock';
import type { AccountEnvironment } from '#shared/platform/scope';
import { eventKeys, eventLists } from './keys.ts';
import { KEPT_SECONDS } from './outbox.ts';

/**
 * Maximum number of events of a page: as many as a reader gets by default. A page stays below a kilobyte, up to which a
 * write costs one unit.
 */
export const PAGE_EVENTS = 20;

/** How long a page outlives its events, in seconds: expired items are deleted at some time within days. */
const OUTLIVES_SECONDS = 24 * 60 * 60;

/** Pages that a search reads first. Together they stay below four kilobytes, which is one unit of reading. */
const FIRST_PAGES = 5;

const feedPageSchema = v.object({
  /** The number of its last event. */
  lastNumber: v.number(),
  /** Its events, in their order. */
  eventIds: v.array(v.string()),
  /** When its first event was appended. */
  begunAtMs: v.number(),
});

/**
 * A page of the event feed of an account and environment: the ids of up to `PAGE_EVENTS` events with consecutive
 * numbers. A page begins when the one before it is full, so only the newest changes.
 */
export type FeedPage = v.InferOutput<typeof feedPageSchema>;

/** The page of a stored item. */
export const fromFeedPageItem = (item: Item): FeedPage => v.parse(feedPageSchema, item);

/** The list of the pages of a feed. */
export const feedList = ({ accountId, environment }: AccountEnvironment) => ({
  partition: eventLists.feed(accountId, environment),
});

/** Which page has the event with a number; 0 is the first page. */
export const pageOfNumber = (number: number): number => Math.floor((number - 1) / PAGE_EVENTS);

/** Whether the next event begins another page. */
export const isFull = ({ eventIds }: FeedPage): boolean => eventIds.length >= PAGE_EVENTS;

/** The events of a page, each with its number. */
export const numberedEvents = ({ lastNumber, eventIds }: FeedPage): readonly (readonly [number, string])[] =>
  eventIds.map((eventId, index) => [lastNumber - eventIds.length + 1 + index, eventId]);

/** The newest page with as many more of these events as it takes, or the page after it when it is full. */
export const extendedBy = (newest: FeedPage | undefined, eventIds: readonly string[], nowMs: number): FeedPage => {
  const { lastNumber = 0, begunAtMs = 0 } = newest ?? {};
  const open = newest && !isFull(newest) ? newest : { lastNumber, eventIds: [], begunAtMs: Math.max(nowMs, begunAtMs) };
  const added = eventIds.slice(0, PAGE_EVENTS - open.eventIds.length);
  return { ...open, lastNumber: lastNumber + added.length, eventIds: [...open.eventIds, ...added] };
};

/** The write of the newest page. It refuses when the newest page is no longer the one that it was made from. */
export const newestPageWrite = (
  { accountId, environment }: AccountEnvironment,
  from: FeedPage | undefined,
  page: FeedPage,
): WriteOperation =>
  put(
    { ...eventKeys.feedPage(accountId, environment, pageOfNumber(page.lastNumber)), ...page },
    from && !isFull(from) ? { lastNumber: { equals: from.lastNumber } } : { pk: 'missing' },
  );

/**
 * The write that lets the page before a full one expire. Made before another page begins, it is never forgotten. The
 * newest page never expires, so that no number is given twice. Undefined when there is no such page.
 */
export const expiryWrite = (
  { accountId, environment }: AccountEnvironment,
  full: FeedPage | undefined,
  nowMs: number,
): WriteOperation | undefined => {
  const previous = full ? pageOfNumber(full.lastNumber) - 1 : -1;
  if (previous < 0) return undefined;
  return update(eventKeys.feedPage(accountId, environment, previous), {
    set: { expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS + OUTLIVES_SECONDS },
    when: { lastNumber: 'exists' },
  });
};

/** Reads the newest page of a feed; undefined when it has no event yet. */
export const newestPage = async (
  table: Pick<TableReader, 'query'>,
  feed: AccountEnvironment,
): Promise<FeedPage | undefined> => {
  const { items } = await table.query({ ...feedList(feed), descending: true, limit: 1 });
  return items[0] && fromFeedPageItem(items[0]);
};

/** Reads the pages of a feed from the newest back, more with each trip, until the caller stops. */
export async function* pagesFromNewest(
  table: Pick<TableReader, 'query'>,
  feed: AccountEnvironment,
): AsyncGenerator<FeedPage> {
  let after: Record<string, unknown> | undefined;
  let limit = FIRST_PAGES;
  do {
    const { items, next } = await table.query({
      ...feedList(feed),
      descending: true,
      limit,
      ...(after && { after }),
    });
    yield* items.map(fromFeedPageItem);
    after = next;
    limit *= FIRST_PAGES;
  } while (after);
}
