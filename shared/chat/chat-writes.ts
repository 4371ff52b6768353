import { put, update, type WriteOperation } from '#shared/db/expressions';
import { newerAmong, type StoredRecord } from '#shared/db/latest';
import {
  additionWrites,
  headRecord,
  type ListHead,
  nextPlace,
  readHead,
  removalWrite,
} from '#shared/db/lists/counted-list';
import type { ItemReader } from '#shared/db/operations';
import { shardOf } from '#shared/db/shard';
import { NOT_DELETED } from '#shared/db/soft-deletion';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Chat, type ChatNumbers, fromChatItem, toChatItem } from './chat.ts';
import { ALL, chatKeys, chatLists, chatsOfAccount, chatsOfCompany, ERASURE_SHARDS } from './keys.ts';

/** The heads of the two lists that a new chat is added to. */
export interface ChatHeads {
  readonly ofAccount: ListHead;
  readonly ofCompany: ListHead;
}

const ofAccountList = ({ accountId, environment }: AccountEnvironment) => chatsOfAccount(accountId, environment);

const ofCompanyList = ({ accountId, environment }: AccountEnvironment, companyId: string) =>
  chatsOfCompany(accountId, environment, companyId);

/** Reads the heads of both lists, in one call. */
export const readChatHeads = async (
  table: ItemReader,
  owner: AccountEnvironment,
  companyId: string,
): Promise<ChatHeads> => {
  const [ofAccount, ofCompany] = await Promise.all([
    readHead(table, ofAccountList(owner)),
    readHead(table, ofCompanyList(owner, companyId)),
  ]);
  return { ofAccount, ofCompany };
};

/** The latest heads, when only they refused a new chat: `newer` of `onLatest`. */
export const newerHeads = (owner: AccountEnvironment, companyId: string) =>
  newerAmong<ChatHeads>({
    ofAccount: headRecord(ofAccountList(owner)),
    ofCompany: headRecord(ofCompanyList(owner, companyId)),
  });

/** A new chat, and the writes that add it to both lists. They refuse when another chat has taken its place. */
export const chatCreation = (
  owner: AccountEnvironment,
  { companyId, title = null }: { readonly companyId: string; readonly title?: string | null | undefined },
  heads: ChatHeads,
  nowMs: number,
): { readonly chat: Chat; readonly operations: Readonly<Record<string, WriteOperation>> } => {
  const [ofAccount, ofCompany] = [nextPlace(heads.ofAccount, nowMs), nextPlace(heads.ofCompany, nowMs)];
  const atMs = Math.max(ofAccount.atMs, ofCompany.atMs);
  const { accountId, environment } = owner;
  const createdAt = isoTime(atMs);
  const chat = {
    id: newId('chat', atMs),
    accountId,
    environment,
    companyId,
    title,
    messageCount: 0,
    lastMessageAt: null,
    createdAt,
    updatedAt: createdAt,
  };
  const [listHead, listCount] = additionWrites(ofAccountList(owner), ALL, { ...ofAccount, atMs });
  const [companyHead, companyCount] = additionWrites(ofCompanyList(owner, companyId), ALL, { ...ofCompany, atMs });
  const item = toChatItem(chat, { ofAccount: ofAccount.number, ofCompany: ofCompany.number });
  return { chat, operations: { chat: put(item), listHead, listCount, companyHead, companyCount } };
};

const keyOf = ({ accountId, environment, id }: Chat) => chatKeys.chat(accountId, environment, id);

/**
 * The writes that delete a chat. It loses its title and its place in both lists, it and its messages are no longer
 * found, and the texts of its messages will be erased (`eraseChats`). `chat` refuses when it was deleted in the
 * meantime.
 */
export const chatDeletion = (
  chat: Chat,
  { ofAccount, ofCompany }: ChatNumbers,
  nowMs: number,
): Readonly<Record<'chat' | 'count' | 'companyCount', WriteOperation>> => ({
  chat: update(keyOf(chat), {
    set: {
      title: null,
      deletedAt: isoTime(nowMs),
      updatedAt: isoTime(nowMs),
      gsi4pk: chatLists.erasures(shardOf(chat.id, ERASURE_SHARDS)),
      gsi4sk: `${isoTime(nowMs)}~${chat.id}`,
    },
    remove: ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'],
    when: { pk: 'exists', ...NOT_DELETED },
  }),
  count: removalWrite(ofAccountList(chat), ALL, ofAccount),
  companyCount: removalWrite(ofCompanyList(chat, chat.companyId), ALL, ofCompany),
});

/** The write that ends the erasure of a deleted chat. */
export const erasureEnd = (chat: Chat): WriteOperation =>
  update(keyOf(chat), { remove: ['gsi4pk', 'gsi4sk'], when: { deletedAt: 'exists' } });

/** The record of a chat, for transactions that read it first. */
export const chatRecord = (chat: Chat): StoredRecord<Chat> => ({
  key: keyOf(chat),
  from: fromChatItem,
  hasMoved: (latest, read) => latest.messageCount !== read?.messageCount,
});

/**
 * The write that counts the newest messages of a chat. It refuses when the chat is deleted, or has got other messages
 * since it was read.
 */
export const countMessages = (chat: Chat, messageCount: number, atMs: number): WriteOperation => {
  const at = isoTime(Math.max(atMs, Date.parse(chat.updatedAt)));
  return update(keyOf(chat), {
    set: { messageCount, lastMessageAt: at, updatedAt: at },
    when: { messageCount: { equals: chat.messageCount }, ...NOT_DELETED },
  });
};
