import type { Resources } from '#client/src/api-methods';
import type { Environment } from '#client/src/api-types';
import { KybError } from '#client/src/errors';
import { UserError } from '#scripts/local-cloud/user-error';
import { POSITION_BEYOND_END, toPositionText } from '#shared/events/feed-position';
import { type Backoff, pauseAfter } from '#shared/platform/backoff';
import type { World } from './world.ts';

/** A page of the feed. */
export type FeedPage = Pick<Awaited<ReturnType<Resources['events']['list']>>, 'data' | 'nextAfter'>;

/** An event as the feed of the API shows it. */
export type FeedEvent = FeedPage['data'][number];

/** Reads the page after a position. @throws KybError when the API cannot return one. */
export type ReadFeed = (after: string) => Promise<FeedPage>;

/** Events per page: the API's maximum. */
const PAGE_SIZE = 100;

/** How often the feed is read while nothing happens. */
const POLL_MS = 2_000;

const BACKOFF: Backoff = { first: 1_000, longest: 30_000, jitter: 0.5 };

const isTransient = ({ status }: KybError): boolean => status === 0 || status === 429 || status >= 500;

const isPage = ({ data, nextAfter }: FeedPage): boolean =>
  typeof nextAfter === 'string' &&
  Array.isArray(data) &&
  data.every((event: Partial<FeedEvent> | null) => typeof event?.id === 'string' && typeof event.event === 'string');

/** The feed of an account. @throws UserError for an answer that is not the event feed. */
export const readFeed =
  ({ events }: Pick<Resources, 'events'>): ReadFeed =>
  async (after) => {
    const page = await events.list({ limit: PAGE_SIZE, after }, { maxRetries: 0 });
    if (!isPage(page)) throw new UserError('The response is not the event feed. Check the address of the API.');
    return page;
  };

/** The end of the feed of an environment: the API treats a position beyond it as the end. */
export const feedEnd = (environment: Environment): string => toPositionText({ [environment]: POSITION_BEYOND_END });

/** The pause after failures in a row: doubling from a second, with jitter, and never shorter than the API requests. */
const pauseMs = ({ retryAfterSeconds = 0 }: KybError, failures: number, random: number): number =>
  Math.max(retryAfterSeconds * 1000, pauseAfter(BACKOFF, failures, random));

/** The effects of following the feed. */
export interface FollowEffects extends Pick<World, 'wait' | 'random' | 'signal'> {
  readonly read: ReadFeed;
  /** Tells that the API cannot be read at present. */
  readonly warn: (line: string) => void;
}

/**
 * The page after a position, once the API can return it; undefined when the signal ends the wait.
 *
 * @throws KybError for an address or a key that does not work.
 */
const nextPage = async (
  { read, warn, wait, random, signal }: FollowEffects,
  after: string,
): Promise<FeedPage | undefined> => {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      const page = await read(after);
      return signal.aborted ? undefined : page;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof KybError) || !isTransient(error)) throw error;
      const ms = pauseMs(error, failures, random());
      const what = error.status === 0 ? 'The API cannot be reached' : `The API responded with ${error.status}`;
      warn(`${what}. Trying again in ${Math.ceil(ms / 1000)} s`);
      await wait(ms);
    }
  }
  return undefined;
};

/**
 * The pages of the feed after a position, as they come, until the signal ends it.
 *
 * @throws KybError for an address or a key that does not work.
 */
export async function* followFeed(effects: FollowEffects, position: string): AsyncGenerator<FeedPage> {
  let page = await nextPage(effects, position);
  while (page) {
    yield page;
    if (page.data.length < PAGE_SIZE) await effects.wait(POLL_MS);
    page = await nextPage(effects, page.nextAfter);
  }
}
