import type { Environment } from '#client/src/api-types';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { idOfSameTime } from '#shared/platform/ids';
import { deliveryHeaders } from '#shared/webhooks/deliveries/attempts/delivery-headers';
import { type FeedEvent, type FollowEffects, feedEnd, followFeed } from './feed.ts';
import type { Forward } from './forward.ts';
import type { ListenState } from './listen-state.ts';
import { safe } from './safe-text.ts';

/** The effects of listening. */
export interface ListenEffects extends FollowEffects {
  /** The environment whose events the key reads. */
  readonly environment: Environment;
  readonly forward: Forward;
  readonly state: ListenState;
  readonly print: (line: string) => void;
  readonly nowMs: () => number;
}

/** An event as a webhook. Its delivery id is the same however often it is forwarded. */
const webhookOf = ({ id, event, createdAt, data }: FeedEvent, secret: string, seconds: number) => {
  const deliveryId = idOfSameTime('whd', id);
  const body = JSON.stringify({ id: deliveryId, event, createdAt, data });
  const secrets = { current: secret, previous: [] };
  return { body, headers: deliveryHeaders({ deliveryId, eventId: id, event, body, secrets, seconds }) };
};

/**
 * Forwards every event of the feed until its signal ends it; an event that is being forwarded then comes again in the next
 * run. Prints one line per event, with its type, its id and the receiver's status, but never its data. The position is
 * stored after each page, so that a page that one run did not finish comes again. The first run begins at the end of the
 * feed.
 *
 * @throws KybError for an address or a key that does not work.
 */
export const listen = async (effects: ListenEffects): Promise<void> => {
  const { environment, forward, state, print, nowMs, signal } = effects;
  // Whoever verifies the webhooks needs it; it is no secret of the API.
  print(`Signing with ${state.secret}`);
  if (state.after() === undefined) print('Events from before this run are skipped');
  for await (const page of followFeed(effects, state.after() ?? feedEnd(environment))) {
    for (const event of page.data) {
      const status = await forward(webhookOf(event, state.secret, unixSeconds(nowMs())));
      print(`${isoTime(nowMs())}  ${safe(event.event)}  ${safe(event.id)}  ${status}`);
      if (signal.aborted) return;
    }
    state.save(page.nextAfter);
  }
};
