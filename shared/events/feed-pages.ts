import { numberRange } from '#shared/db/key-parts';
import { readHead } from '#shared/db/lists/counted-list';
import type { TableReader } from '#shared/db/operations';
import type { Environment } from '#shared/platform/environments';
import { type FeedEntry, feedList, fromFeedItem } from './feed.ts';
import type { FeedPosition } from './feed-position.ts';

/** One page of an event feed, oldest first, and the position after it. */
export interface FeedPage {
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

/** The feed of one environment from a position on. @property end the number of its last entry. */
interface FeedPart {
  readonly environment: Environment;
  readonly end: number;
  readonly entries: readonly FeedEntry[];
}

/**
 * The end is read first. Everything numbered up to it is committed before the entries are read, so no entry can appear
 * behind the position of a reader.
 */
const readPart = async (
  table: Pick<TableReader, 'get' | 'query'>,
  environment: Environment,
  { accountId, after, limit }: FeedRequest,
): Promise<FeedPart> => {
  const list = feedList({ accountId, environment });
  const { lastNumber: end } = await readHead(table, list);
  const first = (after[environment] ?? 0) + 1;
  if (first > end) return { environment, end, entries: [] };
  const { items } = await table.query({ ...list, between: numberRange(first, end), limit });
  return { environment, end, entries: items.map(fromFeedItem) };
};

/** Merges the parts by time. Each keeps its own order, even where the clocks of functions contradict it. */
const merged = (parts: readonly FeedPart[], limit: number): readonly FeedEntry[] => {
  const left = parts.map(({ entries }) => [...entries]);
  const entries: FeedEntry[] = [];
  while (entries.length < limit) {
    const oldest = left
      .filter(({ length }) => length > 0)
      .sort(([one], [other]) => ((one?.occurredAt ?? '') < (other?.occurredAt ?? '') ? -1 : 1))[0]
      ?.shift();
    if (!oldest) break;
    entries.push(oldest);
  }
  return entries;
};

/**
 * Reads the events after a position, oldest first, in two trips. A reader that continues from `next` each time gets
 * every event once, however many are being written. A position beyond the end of a feed is treated as its end.
 */
export const readFeedPage = async (
  table: Pick<TableReader, 'get' | 'query'>,
  request: FeedRequest,
): Promise<FeedPage> => {
  const { environments, after, limit } = request;
  const parts = await Promise.all(environments.map((environment) => readPart(table, environment, request)));
  const entries = merged(parts, limit);
  const next = parts.map(({ environment, end }) => {
    const last = entries.findLast((entry) => entry.environment === environment);
    return [environment, last?.number ?? Math.min(after[environment] ?? 0, end)] as const;
  });
  return { entries, next: Object.fromEntries(next) };
};
