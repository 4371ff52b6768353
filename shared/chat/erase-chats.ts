import { type Item, type Key, remove } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { sweepOverdue } from '#shared/db/sweep-overdue';
import { forgetAnswer } from '#shared/http/idempotency/idempotency';
import { allEnded } from '#shared/platform/all-ended';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { type Chat, fromChatItem } from './chat.ts';
import { erasureEnd } from './chat-writes.ts';
import { endingOf, endRest } from './company-chats.ts';
import { chatLists, ERASURE_SHARDS, messagesOfChat } from './keys.ts';
import { fromMessageItem } from './message.ts';

/** Messages that are erased at the same time. */
const AT_ONCE = 25;

/** The effects of erasing chats. */
export interface ErasureEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Erases one message, after the response that repeats it. */
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

const handleOne = async (item: Item, { table, clock }: ErasureEffects): Promise<void> => {
  const ending = endingOf(item);
  if (ending) return endRest(ending, table, clock());
  const chat = fromChatItem(item);
  await eraseMessages(chat, table);
  await table.write(erasureEnd(chat));
};

/**
 * Ends the chats about companies that were given up, and erases the texts of deleted chats: their messages, and the
 * responses that are kept for repeated requests. Any number of
 * runs may overlap, or end anywhere; the next one goes on.
 *
 * @throws the first failure, once everything else is done.
 */
export const eraseChats = async (effects: ErasureEffects): Promise<void> => {
  const { clock, log, metrics } = effects;
  const partitions = Array.from({ length: ERASURE_SHARDS }, (_, shard) => chatLists.erasures(shard));
  const { results, failures } = await sweepOverdue(effects, partitions, clock(), (item) => handleOne(item, effects));
  if (results.length > 0) log.info('CHATS_ERASED', { count: results.length });
  metrics('ChatsErased', results.length);
  if (failures.length > 0) throw failures[0];
};
