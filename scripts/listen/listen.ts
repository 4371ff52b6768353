import { setTimeout as sleep } from 'node:timers/promises';
import { POSITION_BEYOND_END, toPositionText } from '#shared/events/feed-position';
import { type Backoff, pauseAfter } from '#shared/platform/backoff';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { idOfSameTime } from '#shared/platform/ids';
import { deliveryHeaders } from '#shared/webhooks/deliveries/attempts/delivery-headers';
import { type FeedAnswer, type FeedEvent, PAGE_SIZE, type ReadFeed } from './feed.ts';
import type { Forward } from './forward.ts';
import type { ListenState } from './state.ts';

/** The effects of listening. */
export interface ListenEffects {
  /** The environment whose events the key reads. */
  readonly environment: Environment;
  readonly feed: ReadFeed;
  readonly forward: Forward;
  readonly state: ListenState;
  readonly print: (line: string) => void;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly now: () => number;
  /** Stops listening. An event that is being forwarded comes again in the next run. */
  readonly signal: AbortSignal;
  /** Waits, unless the signal ends it. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** How often the feed is read while nothing happens. */
const POLL_MS = 2_000;

const BACKOFF: Backoff = { first: 1_000, longest: 30_000, jitter: 0.5 };

const waitFor = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** The pause after failures in a row: doubling from a second, with jitter, and never shorter than the API requests. */
const backoffMs = (failures: number, retryAfterSeconds: number, random: number): number =>
  Math.max(retryAfterSeconds * 1000, pauseAfter(BACKOFF, failures, random));

/** An event as a webhook. Its delivery id is the same however often it is forwarded. */
const webhookOf = ({ id, event, createdAt, data }: FeedEvent, secret: string, seconds: number) => {
  const deliveryId = idOfSameTime('whd', id);
  const body = JSON.stringify({ id: deliveryId, event, createdAt, data });
  const secrets = { current: secret, previous: [] };
  return { body, headers: deliveryHeaders({ deliveryId, eventId: id, event, body, secrets, seconds }) };
};

/**
 * Forwards every event of the feed until it is stopped. Prints one line per event, with its type, its id and the
 * receiver's status, but never its data. The position is stored after each page, so that a page that one run did not
 * finish comes again. The first run begins at the end of the feed.
 *
 * @throws UserError for an address or a key that does not work.
 */
export const listen = async (effects: ListenEffects): Promise<void> => {
  const { environment, feed, forward, state, print, random, now, signal, wait = waitFor } = effects;
  let failures = 0;

  /**
   * Reads the next page, and waits for as long as the API cannot return it. Undefined when listening is stopped
   * meanwhile.
   */
  const page = async (after: string): Promise<Extract<FeedAnswer, { data: unknown }> | undefined> => {
    while (!signal.aborted) {
      const answer = await feed(after);
      if (signal.aborted) return undefined;
      if ('data' in answer) {
        failures = 0;
        return answer;
      }
      failures += 1;
      const pauseMs = backoffMs(failures, answer.retryAfterSeconds, random());
      print(`${answer.retry}. Trying again in ${Math.ceil(pauseMs / 1000)} s`);
      await wait(pauseMs, signal);
    }
    return undefined;
  };

  print(`Signing with ${state.secret}`);
  // The API treats a position beyond the end as the end.
  const end = toPositionText({ [environment]: POSITION_BEYOND_END });
  if (state.after() === undefined) print('Events from before this run are skipped');
  while (!signal.aborted) {
    const next = await page(state.after() ?? end);
    for (const event of next?.data ?? []) {
      const status = await forward(webhookOf(event, state.secret, unixSeconds(now())));
      print(`${isoTime(now())}  ${event.event}  ${event.id}  ${status}`);
      if (signal.aborted) return;
    }
    if (next) state.save(next.nextAfter);
    if (next && next.data.length < PAGE_SIZE) await wait(POLL_MS, signal);
  }
};
