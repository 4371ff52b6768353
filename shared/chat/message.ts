import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { AccountEnvironment } from '#shared/platform/scope';
import { chatKeys } from './keys.ts';

/** Who wrote a message (interface: Chat message). */
export const SENDERS = ['user', 'ai'] as const;

const groundingSourcesSchema = v.object({
  groundingChunks: v.array(v.object({ web: v.object({ uri: v.string(), title: v.string() }) })),
});

const messageSchema = v.object({
  /** `msg_`. */
  id: v.string(),
  chatId: v.string(),
  /** Its number in its chat: 1, 2, 3 and so on. The answer to a message has the next number. */
  number: v.number(),
  sender: v.picklist(SENDERS),
  content: v.string(),
  timestampAt: v.string(),
  /** The pages that an answer is based on, if the model searched the web. */
  groundingSources: v.nullable(groundingSourcesSchema),
  /** Where the response that contains it is kept for a day, if the request had an idempotency key. */
  keptAnswer: v.exactOptional(v.object({ pk: v.string(), sk: v.string() })),
});

/** One message of a chat. Written once, never changed, and erased with its chat. */
export type ChatMessage = v.InferOutput<typeof messageSchema>;

/** Parses a stored message. */
export const fromMessageItem = (item: Item): ChatMessage => v.parse(messageSchema, item);

/** The write of a message; it refuses when its number is taken. */
export const messageWrite = ({ accountId, environment }: AccountEnvironment, message: ChatMessage): WriteOperation =>
  put({ ...chatKeys.chatMessage(accountId, environment, message.chatId, message.number), ...message });
