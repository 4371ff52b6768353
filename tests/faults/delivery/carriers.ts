import { CONSUMERS } from '#functions/events/consumers';
import { type ConsumedQueue, visibilitySeconds } from '#shared/consumers/consumer';
import { MAX_RECEIVES } from '#shared/events/message-retry';

/** The queues on the path from an event to its webhook. */
export type PathQueue = Extract<ConsumedQueue, 'assessments' | 'plans' | 'deliveries'>;

/** A message of one of the queues. */
export interface Message {
  readonly carrier: PathQueue;
  readonly body: string;
}

/** A message that is delayed or hidden. */
export interface WaitingMessage {
  readonly message: Message;
  readonly visibleAtMs: number;
  /** How often it was received without being acknowledged. */
  readonly receives: number;
}

/** How messages are handed over. Default: each once, oldest first. */
export interface CarrierHabits {
  /** How often each message is handed over. */
  readonly copies?: number;
  /** Which of the visible messages comes first. */
  readonly order?: 'oldest first' | 'newest first';
}

/** When a message whose worker died becomes visible again. */
const comesBackAfterSeconds = (carrier: PathQueue): number => {
  const consumer = CONSUMERS.find(({ trigger }) => trigger.kind === 'queue' && trigger.queue === carrier);
  if (!consumer) throw new Error(`Nothing consumes ${carrier}`);
  return visibilitySeconds(consumer);
};

/** The queues, with the semantics of AWS: a message that is not acknowledged returns. */
export const makeCarriers = (clock: () => number, { copies = 1, order = 'oldest first' }: CarrierHabits = {}) => {
  let waiting: readonly WaitingMessage[] = [];
  const seen: Message[] = [];
  const deadLetters: Message[] = [];
  return {
    /** Every message sent so far, in order. */
    seen: seen as readonly Message[],
    deadLetters: deadLetters as readonly Message[],
    send: (message: Message, delayMs = 0): void => {
      seen.push(message);
      const copy = () => ({ message, visibleAtMs: clock() + delayMs, receives: 0 });
      waiting = [...waiting, ...Array.from({ length: copies }, copy)];
    },
    /** The message that is handed over next, and its time. */
    next: (): WaitingMessage | undefined => {
      const nextAtMs = Math.max(clock(), Math.min(...waiting.map(({ visibleAtMs }) => visibleAtMs)));
      const visible = waiting.filter(({ visibleAtMs }) => visibleAtMs <= nextAtMs);
      return order === 'newest first' ? visible.at(-1) : visible[0];
    },
    delete: (received: WaitingMessage): void => {
      waiting = waiting.filter((one) => one !== received);
    },
    /**
     * Takes back a message that was not acknowledged.
     *
     * @param hiddenSeconds how long its worker asked for it to be hidden.
     */
    keep: (received: WaitingMessage, hiddenSeconds: number | undefined): void => {
      const receives = received.receives + 1;
      waiting = waiting.filter((one) => one !== received);
      if (receives === MAX_RECEIVES) {
        deadLetters.push(received.message);
        return;
      }
      const visibleAtMs = clock() + (hiddenSeconds ?? comesBackAfterSeconds(received.message.carrier)) * 1000;
      waiting = [...waiting, { ...received, receives, visibleAtMs }];
    },
    setAside: (message: Message): void => {
      deadLetters.push(message);
    },
  };
};
