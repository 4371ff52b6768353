import type { DynamoDBRecord } from 'aws-lambda';
import { CONSUMERS, type ConsumedQueue } from '#functions/events/consumers';

/** A record of the table's stream, or a message of one of the queues. */
export type Message =
  | { readonly carrier: 'stream'; readonly record: DynamoDBRecord }
  | { readonly carrier: ConsumedQueue; readonly body: string };

/** A message that waits for its time. */
export interface WaitingMessage {
  readonly message: Message;
  readonly visibleAtMs: number;
  /** How often it was handed over in vain. */
  readonly receives: number;
}

/** How messages are handed over; each once and the oldest first unless a test wants otherwise. */
export interface CarrierHabits {
  /** How often each message is handed over. */
  readonly copies?: number;
  /** Which of the messages that are visible comes first. */
  readonly order?: 'oldest first' | 'newest first';
}

/** When the stream comes back with a batch that failed. */
const STREAM_RETRY_MS = 1_000;

/** Receives after which a message is among the dead letters. */
const MAX_RECEIVES = 5;

/** When a message comes back whose batch did not end; of a queue, after six times its function's timeout. */
const comesBackAfterMs = (carrier: Message['carrier']): number => {
  const consumer = CONSUMERS.find(({ trigger }) => trigger.kind === 'queue' && trigger.queue === carrier);
  return consumer ? 6 * consumer.timeoutSeconds * 1000 : STREAM_RETRY_MS;
};

/** The table's stream and the queues, as AWS keeps them: what is not done with comes back. */
export const makeCarriers = (clock: () => number, { copies = 1, order = 'oldest first' }: CarrierHabits = {}) => {
  let waiting: readonly WaitingMessage[] = [];
  const seen: Message[] = [];
  return {
    /** Every message there was, in the order it was sent. */
    seen: seen as readonly Message[],
    send: (message: Message, delayMs = 0): void => {
      seen.push(message);
      const copy = () => ({ message, visibleAtMs: clock() + delayMs, receives: 0 });
      waiting = [...waiting, ...Array.from({ length: copies }, copy)];
    },
    /** Which message is handed over next, and when. */
    next: (): WaitingMessage | undefined => {
      const nextAtMs = Math.max(clock(), Math.min(...waiting.map(({ visibleAtMs }) => visibleAtMs)));
      const visible = waiting.filter(({ visibleAtMs }) => visibleAtMs <= nextAtMs);
      return order === 'newest first' ? visible.at(-1) : visible[0];
    },
    delete: (received: WaitingMessage): void => {
      waiting = waiting.filter((one) => one !== received);
    },
    /** Takes a message back that nobody was done with. */
    keep: (received: WaitingMessage): void => {
      const receives = received.receives + 1;
      const { carrier } = received.message;
      if (receives === MAX_RECEIVES) throw new Error(`A message of ${carrier} is among the dead letters`);
      const visibleAtMs = clock() + comesBackAfterMs(carrier);
      waiting = [...waiting.filter((one) => one !== received), { ...received, receives, visibleAtMs }];
    },
  };
};
