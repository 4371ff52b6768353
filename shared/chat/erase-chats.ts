import { type Item, type Key, remove } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { forgetAnswer } from '#shared/http/idempotency/idempotency';
import { allEnded } from '#shared/platform/all-ended';
import { type Chat, fromChatItem } from './chat.ts';
import { erasureEnd } from './chat-writes.ts';
import { chatsEndingOf, endRemainingChats } from './company-chats.ts';
import { chatLists, ERASURE_SHARDS, messagesOfChat } from './keys.ts';
import { fromMessageItem } from './message.ts';

/** Number of messages that are erased in parallel. */
const AT_ONCE = 25;

/** Erases one message, after the stored response that repeats it. */
const eraseMessage = async (item: Item, table: Table): Promise<void> => {
  const { keptAnswer, timestampAt } = fromMessageItem(item);
  if (keptAnswer) await table.write(forgetAnswer(keptAnswer, Date.parse(timestampAt)));
  await table.write(remove({ pk: item.pk, sk: item.sk } as Key, {}));
};

const eraseMessages = async ({ accountId, environment, id }: Chat, table: Table): Promise<void> => {
  const { partition } = messagesOfChat(accountId, environment, id);
  for (;;) {
    const { items } = await table.query({ partition, limit: AT_ONCE });
    if (items.length === 0) return;
    await allEnded(items.map((item) => eraseMessage(item, table)));
  }
};

const handleOne = async (item: Item, nowMs: number, { table }: SweepEffects): Promise<void> => {
  const ending = chatsEndingOf(item);
  if (ending) return endRemainingChats(ending, table, nowMs);
  const chat = fromChatItem(item);
  await eraseMessages(chat, table);
  await table.write(erasureEnd(chat));
};

/**
 * Ends the chats about companies that were given up, and erases the texts of deleted chats: their messages, and the
 * responses that are kept for repeated requests. Each run continues where the last one stopped.
 */
export const eraseChats = sweep({
  partitions: Array.from({ length: ERASURE_SHARDS }, (_, shard) => chatLists.erasures(shard)),
  handle: handleOne,
  counts: { ChatsErased: () => 1 },
  logs: ['info', 'CHATS_ERASED'],
});
