import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { numberRange } from '#shared/db/key-parts';
import type { TableReader } from '#shared/db/operations';
import { type Environment, environmentSchema } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import {
  feedList,
  fromFeedPageItem,
  isFull,
  newestPage,
  numberedEvents,
  PAGE_EVENTS,
  pageOfNumber,
} from './feed-page.ts';
import { type FeedPosition, POSITION_BEYOND_END } from './feed-position.ts';
import { eventKeys } from './keys.ts';

/**
 * An event of the outbox as feeds show it. The type may be any text, because a later version of the code may have
 * written it.
 */
const feedEntrySchema = v.object({
  eventId: v.string(),
  type: v.string(),
  environment: environmentSchema,
  occurredAt: v.string(),
  data: v.record(v.string(), v.unknown()),
});

/** An event in the feed of its account and environment, by its number there. */
export interface FeedEntry extends v.InferOutput<typeof feedEntrySchema> {
  readonly number: number;
}

/** Events of a feed, oldest first, and the position after them. */
export interface FeedAnswer {
  readonly entries: readonly FeedEntry[];
  readonly next: FeedPosition;
}

/** The feed to read, and from where. */
export interface FeedRequest {
  readonly accountId: string;
  readonly environments: readonly Environment[];
  readonly after: FeedPosition;
  readonly limit: number;
}

/** The feed of one environment from a position on. */
interface FeedPart {
  readonly environment: Environment;
  readonly entries: readonly FeedEntry[];
  /** The position after all of them. */
  readonly after: number;
  /** Whether nothing follows them. */
  readonly isEnd: boolean;
}

type Reader = Pick<TableReader, 'getMany' | 'query'>;

/**
 * The events after a position, each with its number, and the last number that the pages hold. A page that is not full
 * is the end, even if another one has begun since it was read.
 */
const idsAfter = async (table: Reader, feed: AccountEnvironment, position: number, limit: number) => {
  const first = pageOfNumber(Math.max(position, 1));
  const { items } = await table.query({
    ...feedList(feed),
    between: numberRange(first, POSITION_BEYOND_END),
    limit: Math.ceil(limit / PAGE_EVENTS) + 1,
  });
  const pages = items.map(fromFeedPageItem);
  const open = pages.findIndex((page) => !isFull(page));
  const whole = open < 0 ? pages : pages.slice(0, open + 1);
  const last = whole.at(-1) ?? (first > 0 ? await newestPage(table, feed) : undefined);
  const ids = whole.flatMap(numberedEvents).filter(([number]) => number > position);
  return { ids: ids.slice(0, limit), lastNumber: last?.lastNumber ?? 0 };
};

const entryOf = (item: Item | undefined, number: number): readonly FeedEntry[] =>
  item ? [{ ...v.parse(feedEntrySchema, item), number }] : [];

/**
 * An event was written before its number, so it is found unless it has expired. Where all have expired it reads on: only
 * the end of a feed has no entries.
 */
const readPart = async (
  table: Reader,
  environment: Environment,
  { accountId, after, limit }: FeedRequest,
): Promise<FeedPart> => {
  let position = after[environment] ?? 0;
  for (;;) {
    const { ids, lastNumber } = await idsAfter(table, { accountId, environment }, position, limit);
    const [lastRead] = ids.at(-1) ?? [];
    if (lastRead === undefined) {
      return { environment, entries: [], after: Math.min(position, lastNumber), isEnd: true };
    }
    const items = await table.getMany(ids.map(([, eventId]) => eventKeys.outboxEvent(accountId, eventId)));
    const entries = ids.flatMap(([number], index) => entryOf(items[index], number));
    if (entries.length > 0) return { environment, entries, after: lastRead, isEnd: ids.length < limit };
    position = lastRead;
  }
};

/**
 * Merges the parts by time. Each keeps its own order, even where the clocks of functions contradict it. Ends where one
 * of them has to be read on.
 */
const merged = (parts: readonly FeedPart[], limit: number): readonly FeedEntry[] => {
  const left = parts.map((part) => ({ ...part, entries: [...part.entries] }));
  const entries: FeedEntry[] = [];
  while (entries.length < limit && left.every((part) => part.isEnd || part.entries.length > 0)) {
    const oldest = left
      .map((part) => part.entries)
      .filter(({ length }) => length > 0)
      .sort(([one], [other]) => ((one?.occurredAt ?? '') < (other?.occurredAt ?? '') ? -1 : 1))[0]
      ?.shift();
    if (!oldest) break;
    entries.push(oldest);
  }
  return entries;
};

/** The position of a part after the entries that were taken from it. */
const positionIn = ({ entries, after }: FeedPart, taken: readonly FeedEntry[]): number => {
  const next = entries.find((entry) => !taken.includes(entry));
  return next ? next.number - 1 : after;
};

/**
 * Reads the events after a position, oldest first, in two trips. A reader that continues from `next` each time gets
 * every event once, however many are being written. A position beyond the end of a feed is treated as its end.
 */
export const readFeed = async (table: Reader, request: FeedRequest): Promise<FeedAnswer> => {
  const parts = await Promise.all(request.environments.map((one) => readPart(table, one, request)));
  const entries = merged(parts, request.limit);
  return { entries, next: Object.fromEntries(parts.map((part) => [part.environment, positionIn(part, entries)])) };
};
