import { setTimeout as sleep } from 'node:timers/promises';
import { type WebhookReceiver, type WebhookResponse, webhookReceiver } from '#tests/support/webhook-receiver';

/** How one of many endpoints responds to a webhook, and how long it holds its sender. */
export interface Neighbour {
  readonly does: string;
  readonly holdsMs: number;
  readonly response: WebhookResponse;
}

/** The neighbours of the measured endpoints: one like them, one that is slow, and one that hangs. */
export const NEIGHBOURS: readonly Neighbour[] = [
  { does: 'responds at once', holdsMs: 0, response: { status: 200 } },
  { does: 'responds 200 after 9 s', holdsMs: 9_000, response: { status: 200 } },
  { does: 'hangs', holdsMs: 10_000, response: 'hang' },
];

/** A receiver that responds as a neighbour does, and the most POSTs it had in progress at once. */
export const neighbourReceiver = async ({
  holdsMs,
  response,
}: Neighbour): Promise<{ readonly receiver: WebhookReceiver; readonly mostAtOnce: () => number }> => {
  const receiver = await webhookReceiver();
  let [underWay, mostUnderWay] = [0, 0];
  receiver.respondWith(async () => {
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    await sleep(holdsMs, undefined, { ref: false });
    underWay--;
    return response;
  });
  return { receiver, mostAtOnce: () => mostUnderWay };
};
