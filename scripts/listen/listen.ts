import { setTimeout as sleep } from 'node:timers/promises';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { idOfSameTime } from '#shared/platform/ids';
import { deliveryHeaders } from '#shared/webhooks/deliveries/delivery-headers';
import { type FeedAnswer, type FeedEvent, PAGE_SIZE, type ReadFeed } from './feed.ts';
import type { Forward } from './forward.ts';
import type { ListenState } from './state.ts';

/** The effects of listening. */
export interface ListenEffects {
  readonly feed: ReadFeed;
  readonly forward: Forward;
  readonly state: ListenState;
  readonly print: (line: string) => void;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly now: () => number;
  /** Ends it, after the event that is being forwarded. */
  readonly signal: AbortSignal;
  /** Waits, unless the signal ends it. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** How often the feed is read while nothing happens. */
const POLL_MS = 2_000;

const LONGEST_BACKOFF_MS = 30_000;

const waitFor = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** The pause after failures in a row: doubling from a second, with jitter, and never shorter than the API wants. */
const backoffMs = (failures: number, retryAfterSeconds: number, random: number): number =>
  Math.max(retryAfterSeconds * 1000, Math.min(LONGEST_BACKOFF_MS, 1_000 * 2 ** (failures - 1)) * (0.5 + random / 2));

/** An event as a webhook: its delivery id is the same however often it is forwarded. */
const webhookOf = ({ id, event, createdAt, data }: FeedEvent, secret: string, seconds: number) => {
  const deliveryId = idOfSameTime('whd', id);
  const body = JSON.stringify({ id: deliveryId, event, createdAt, data });
  const secrets = { current: secret, previous: undefined };
  return { body, headers: deliveryHeaders({ deliveryId, event, body, secrets, seconds }) };
};

/**
 * Forwards every event of the feed until it is ended: one line an event, with its type, its id and the receiver's status,
 * and never its data. The position is kept behind each page, so that what a run did not finish comes again.
 *
 * @throws UserError for a key that does not work.
 */
export const listen = async (effects: ListenEffects): Promise<void> => {
  const { feed, forward, state, print, random, now, signal, wait = waitFor } = effects;
  let failures = 0;

  /** The next page; waits for as long as the API cannot give it. Undefined when it is ended meanwhile. */
  const page = async (after: string | undefined): Promise<Extract<FeedAnswer, { data: unknown }> | undefined> => {
    while (!signal.aborted) {
      const answer = await feed(after);
      if ('data' in answer) {
        failures = 0;
        return answer;
      }
      failures += 1;
      const pauseMs = backoffMs(failures, answer.retryAfterSeconds, random());
      print(`${answer.retry}: next try in ${Math.ceil(pauseMs / 1000)} s`);
      await wait(pauseMs, signal);
    }
    return undefined;
  };

  /** Leaves out what happened before the first run. */
  const skipEarlier = async (): Promise<void> => {
    let skipped = 0;
    let after: string | undefined;
    for (let length = PAGE_SIZE; length === PAGE_SIZE; ) {
      const earlier = await page(after);
      if (!earlier) return;
      length = earlier.data.length;
      skipped += length;
      after = earlier.nextAfter;
    }
    if (after !== undefined) state.save(after);
    print(`${skipped} earlier events are left out`);
  };

  print(`Signing with ${state.secret}`);
  if (state.after() === undefined) await skipEarlier();
  while (!signal.aborted) {
    const next = await page(state.after());
    for (const event of next?.data ?? []) {
      if (signal.aborted) return;
      const status = await forward(webhookOf(event, state.secret, unixSeconds(now())));
      print(`${isoTime(now())}  ${event.event}  ${event.id}  ${status}`);
    }
    if (next) state.save(next.nextAfter);
    if (next && next.data.length < PAGE_SIZE) await wait(POLL_MS, signal);
  }
};
