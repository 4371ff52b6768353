import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';
import type { CountedList } from '#shared/db/lists/counted-list';
import type { NumberedList } from '#shared/db/lists/numbered-list';

/** The sort key of a company's chats that have yet to be ended. */
export const ENDING = 'ENDING';

/** Keys of chats and their messages. Each includes the owner, so that no other account finds it. */
export const chatKeys = {
  chat: (accountId: string, environment: string, chatId: string): Key => ({
    pk: join('CHAT', accountId, environment, chatId),
    sk: 'CHAT',
  }),
  chatMessage: (accountId: string, environment: string, chatId: string, number: number): Key => ({
    pk: join('CHATMESSAGES', accountId, environment, chatId),
    sk: padded(number),
  }),
  /** The head of the list of chats about a company. */
  headOfCompany: (accountId: string, environment: string, companyId: string): Key => ({
    pk: join('CHATLISTOF', accountId, environment, companyId),
    sk: 'HEAD',
  }),
  /** The chats about a company that was given up, until they have ended. */
  endingOfCompany: (accountId: string, environment: string, companyId: string): Key => ({
    pk: join('CHATLISTOF', accountId, environment, companyId),
    sk: ENDING,
  }),
} as const;

/** Number of partitions that list the chats whose texts are to be erased. */
export const ERASURE_SHARDS = 4;

/** Partitions of lists. */
export const chatLists = {
  erasures: (shard: number | string): string => join('CHATERASURES', shard),
  list: (accountId: string, environment: string): string => join('CHATLIST', accountId, environment),
  entries: (accountId: string, environment: string, cell: string): string =>
    join('CHATS', accountId, environment, cell),
  listOfCompany: (accountId: string, environment: string, companyId: string): string =>
    join('CHATLISTOF', accountId, environment, companyId),
  entriesOfCompany: (accountId: string, environment: string, companyId: string, cell: string): string =>
    join('CHATSOF', accountId, environment, companyId, cell),
} as const;

/** The only cell of a list without filters. */
export const ALL = 'all';

/** A list of chats. */
export type ChatList = CountedList<typeof ALL>;

/** The chats of an account in an environment. */
export const chatsOfAccount = (accountId: string, environment: string): ChatList => ({
  partition: chatLists.list(accountId, environment),
  index: 'gsi1',
  cells: (cell) => chatLists.entries(accountId, environment, cell),
});

/** The chats about one company. */
export const chatsOfCompany = (accountId: string, environment: string, companyId: string): ChatList => ({
  partition: chatLists.listOfCompany(accountId, environment, companyId),
  index: 'gsi2',
  cells: (cell) => chatLists.entriesOfCompany(accountId, environment, companyId, cell),
});

/** The messages of a chat. */
export const messagesOfChat = (accountId: string, environment: string, chatId: string): NumberedList => ({
  partition: join('CHATMESSAGES', accountId, environment, chatId),
});

/** The access patterns. */
export const CHAT_FAMILIES = {
  chat: {
    partition: () => chatKeys.chat('{usr}', '{env}', '{chat}').pk,
    patterns: { CHAT: 'chat of an account in an environment by id' },
  },
  chatMessages: {
    partition: () => join('CHATMESSAGES', '{usr}', '{env}', '{chat}'),
    patterns: { '{number}': 'messages of a chat, by dense number' },
  },
  chatList: {
    partition: () => chatLists.list('{usr}', '{env}'),
    patterns: {
      HEAD: 'number of the newest chat of an account in an environment',
      'COUNT#{cell}#{number}': 'how many chats an account has in an environment, by blocks of numbers',
    },
  },
  chatListOfCompany: {
    partition: () => chatLists.listOfCompany('{usr}', '{env}', '{cmp}'),
    patterns: {
      HEAD: 'number of the newest chat about a company',
      'COUNT#{cell}#{number}': 'how many chats there are about a company, by blocks of numbers',
      ENDING: 'that the chats about a company which was given up are still to be ended',
    },
  },
  chats: {
    index: 'gsi1',
    partition: () => chatLists.entries('{usr}', '{env}', '{cell}'),
    patterns: { '{number}': 'chats of an account in an environment, by number' },
  },
  chatErasures: {
    index: 'gsi4',
    partition: () => chatLists.erasures('{shard}'),
    patterns: {
      '{time}~{chat}': 'deleted chats whose texts are to be erased',
      '{time}~{cmp}': 'companies that were given up whose chats are to be ended',
    },
  },
  chatsAboutCompany: {
    index: 'gsi2',
    partition: () => chatLists.entriesOfCompany('{usr}', '{env}', '{cmp}', '{cell}'),
    patterns: { '{number}': 'chats about a company, by number' },
  },
} as const satisfies Families;
