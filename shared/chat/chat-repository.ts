import type { Item } from '#shared/db/expressions';
import { readCountedPage } from '#shared/db/lists/counted-pages';
import { readNumberedPage } from '#shared/db/lists/numbered-list';
import { type ListPage, mapPage, NO_ENTRIES, type Page } from '#shared/db/lists/page';
import { readNewest, readWhole } from '#shared/db/lists/read-ranges';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { unlessDeleted } from '#shared/db/soft-deletion';
import { isId } from '#shared/platform/ids';
import { callerEnvironment, type Scope } from '#shared/platform/scope';
import { type Chat, fromChatItem } from './chat.ts';
import { ALL, chatKeys, chatsOfAccount, chatsOfCompany, messagesOfChat } from './keys.ts';
import { type ChatMessage, fromMessageItem } from './message.ts';

/**
 * Maximum messages of a chat that is returned whole: a function reads and compresses that many well within its time.
 */
export const MAX_WHOLE_CHAT = 50_000;

/** Number of earlier messages that the assistant is given. */
const HISTORY_MESSAGES = 20;

/**
 * Reads the item of the caller's chat, strongly consistent; undefined when there is none with this id, or it is
 * deleted.
 */
export const findChatItem = async (table: ItemReader, caller: Scope, chatId: string): Promise<Item | undefined> => {
  if (!isId('chat', chatId)) return undefined;
  const { accountId, environment } = callerEnvironment(caller);
  return unlessDeleted(await table.get(chatKeys.chat(accountId, environment, chatId)));
};

/** Finds the caller's chat, strongly consistent; undefined when there is none with this id, or it is deleted. */
export const findChat = async (table: ItemReader, caller: Scope, chatId: string): Promise<Chat | undefined> => {
  const item = await findChatItem(table, caller, chatId);
  return item && fromChatItem(item);
};

/**
 * Reads a page of the caller's chats in the environment of its credential, newest first, and their number.
 *
 * @param companyId a company's id, any text; undefined for chats about any company.
 */
export const listChats = async (
  table: TableReader,
  caller: Scope,
  companyId: string | undefined,
  page: ListPage,
): Promise<Page<Chat>> => {
  const { accountId, environment } = callerEnvironment(caller);
  if (companyId !== undefined && !isId('cmp', companyId)) return NO_ENTRIES;
  const list =
    companyId === undefined
      ? chatsOfAccount(accountId, environment)
      : chatsOfCompany(accountId, environment, companyId);
  return mapPage(await readCountedPage(table, list, [ALL], page), fromChatItem);
};

/** The messages of the caller's chat. */
const messagesOf = (caller: Scope, chatId: string) => {
  const { accountId, environment } = callerEnvironment(caller);
  return messagesOfChat(accountId, environment, chatId);
};

/** The last messages of the caller's chat, oldest first, to which an answer may refer. */
export const lastMessages = async (
  table: TableReader,
  caller: Scope,
  chatId: string,
): Promise<readonly ChatMessage[]> => {
  if (!isId('chat', chatId)) return [];
  const items = await readNewest(table, [messagesOf(caller, chatId)], HISTORY_MESSAGES);
  return items.map(fromMessageItem).reverse();
};

/** Every message of the caller's chat, newest first; undefined when there are more than 50,000. */
export const everyMessage = async (
  table: TableReader,
  caller: Scope,
  chatId: string,
): Promise<readonly ChatMessage[] | undefined> =>
  isId('chat', chatId) ? readWhole(table, [messagesOf(caller, chatId)], fromMessageItem, MAX_WHOLE_CHAT) : [];

/**
 * Reads a page of the messages of the caller's chat, newest first.
 *
 * @param total the number of the chat's messages, once read.
 */
export const messagePage = async (
  table: TableReader,
  caller: Scope,
  chatId: string,
  page: ListPage,
  total: Promise<number>,
): Promise<Page<ChatMessage>> =>
  isId('chat', chatId)
    ? mapPage(await readNumberedPage(table, messagesOf(caller, chatId), page, total), fromMessageItem)
    : { ...NO_ENTRIES, total: await total };
