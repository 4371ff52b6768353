import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { type CountedList, cellEntry, entryNumber } from '#shared/db/lists/counted-list';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { ALL, chatKeys, chatsOfAccount, chatsOfCompany } from './keys.ts';

const chatSchema = v.object({
  /** `chat_`. */
  id: v.string(),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** The company that it is about. */
  companyId: v.string(),
  title: v.nullable(v.string()),
  /** The number of messages from both sides, which is that of the newest. */
  messageCount: v.number(),
  lastMessageAt: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** A conversation of an account with the assistant about one of its companies. */
export type Chat = v.InferOutput<typeof chatSchema>;

/** The numbers of a chat in its two lists. */
export interface ChatNumbers {
  readonly ofAccount: number;
  readonly ofCompany: number;
}

/** A chat as it is stored. */
export const toChatItem = (chat: Chat, { ofAccount, ofCompany }: ChatNumbers): Item => ({
  ...chatKeys.chat(chat.accountId, chat.environment, chat.id),
  ...cellEntry(chatsOfAccount(chat.accountId, chat.environment), ALL, ofAccount),
  ...cellEntry(chatsOfCompany(chat.accountId, chat.environment, chat.companyId), ALL, ofCompany),
  ...chat,
});

/** Parses a stored chat. */
export const fromChatItem = (item: Item): Chat => v.parse(chatSchema, item);

/** The numbers of a stored chat. @throws Error for a chat that is in no list. */
export const numbersOf = (chat: Chat, item: Item): ChatNumbers => {
  const numberIn = (list: Pick<CountedList<never>, 'index'>): number => {
    const number = entryNumber(list, item);
    if (number === undefined) throw new Error('A chat that is not deleted is missing from a list');
    return number;
  };
  return {
    ofAccount: numberIn(chatsOfAccount(chat.accountId, chat.environment)),
    ofCompany: numberIn(chatsOfCompany(chat.accountId, chat.environment, chat.companyId)),
  };
};
