import * as v from 'valibot';
import { check, type Item, put, remove, type WriteOperation } from '#shared/db/expressions';
import { padded } from '#shared/db/key-parts';
import { countWrites, type ListHead, readHead } from '#shared/db/lists/counted-list';
import type { Table, TableReader } from '#shared/db/operations';
import { shardOf } from '#shared/db/shard';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Chat, type ChatNumbers, fromChatItem, numbersOf } from './chat.ts';
import { chatDeletion } from './chat-writes.ts';
import { ALL, chatKeys, chatLists, chatsOfAccount, chatsOfCompany, ENDING, ERASURE_SHARDS } from './keys.ts';

/** Maximum chats that end in the transaction that gives up their company: as many as fit besides its obligations. */
const MAX_AT_ONCE = 10;

/** Number of chats that are read at a time after that. */
const PAGE_SIZE = 25;

/** Delay before the other chats are ended: the index then lists every chat. */
const REST_AFTER_MS = 60_000;

const endingSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  companyId: v.string(),
  /** The number of the last chat that ends; later ones belong to whoever has claimed the company again. */
  lastNumber: v.number(),
});

/** A company's chats that have yet to be ended. */
type ChatsEnding = v.InferOutput<typeof endingSchema>;

/** An account's chats about a company. */
export interface ChatsOfCompany {
  readonly head: ListHead;
  /** The newest of them. */
  readonly newest: readonly { readonly chat: Chat; readonly numbers: ChatNumbers }[];
}

const numbered = (item: Item) => {
  const chat = fromChatItem(item);
  return { chat, numbers: numbersOf(chat, item) };
};

/** Reads the chats that {@link endedChats} ends. */
export const readChatsOfCompany = async (
  table: TableReader,
  { accountId, environment }: AccountEnvironment,
  companyId: string,
): Promise<ChatsOfCompany> => {
  const list = chatsOfCompany(accountId, environment, companyId);
  const newest = { index: list.index, partition: list.cells(ALL), descending: true, limit: MAX_AT_ONCE };
  const [head, { items }] = await Promise.all([readHead(table, list), table.query(newest)]);
  return { head, newest: items.map(numbered) };
};

/** Deletes chats with one write for the counts that they share: a transaction may write an item only once. */
const deletions = (place: AccountEnvironment, companyId: string, { newest }: ChatsOfCompany, nowMs: number) => {
  const { accountId, environment } = place;
  const left = (numberOf: (numbers: ChatNumbers) => number) =>
    newest.map(({ numbers }) => ({ cell: ALL, number: numberOf(numbers), by: -1 }) as const);
  return [
    ...newest.map(({ chat, numbers }) => chatDeletion(chat, numbers, nowMs).chat),
    ...countWrites(
      chatsOfAccount(accountId, environment),
      left(({ ofAccount }) => ofAccount),
    ),
    ...countWrites(
      chatsOfCompany(accountId, environment, companyId),
      left(({ ofCompany }) => ofCompany),
    ),
  ];
};

/**
 * The writes that end an account's chats about a company: the newest directly, the others by {@link endRemainingChats}.
 * They refuse when a chat has been added or deleted since they were read.
 */
export const endedChats = (
  place: AccountEnvironment,
  companyId: string,
  chats: ChatsOfCompany,
  nowMs: number,
): Readonly<Record<string, WriteOperation>> => {
  const { accountId, environment } = place;
  const { lastNumber } = chats.head;
  const head = chatKeys.headOfCompany(accountId, environment, companyId);
  if (lastNumber === 0) return { chatHead: check(head, { pk: 'missing' }) };
  const ending = put(
    {
      ...chatKeys.endingOfCompany(accountId, environment, companyId),
      accountId,
      environment,
      companyId,
      lastNumber,
      gsi4pk: chatLists.erasures(shardOf(companyId, ERASURE_SHARDS)),
      gsi4sk: `${isoTime(nowMs + REST_AFTER_MS)}~${companyId}`,
    },
    {},
  );
  return {
    chatHead: check(head, { lastNumber: { equals: lastNumber } }),
    chatEnding: ending,
    ...Object.fromEntries(
      deletions(place, companyId, chats, nowMs).map((operation, index) => [`chat${index}`, operation]),
    ),
  };
};

/** The chats that an item of the erasures has yet to end; undefined for an item of a deleted chat. */
export const chatsEndingOf = (item: Item): ChatsEnding | undefined =>
  item.sk === ENDING ? v.parse(endingSchema, item) : undefined;

/**
 * Ends the remaining chats about a company that was given up, however many there are. Runs may overlap or stop
 * anywhere; the next one continues.
 */
export const endRemainingChats = async (
  { accountId, environment, companyId, lastNumber }: ChatsEnding,
  table: Table,
  nowMs: number,
): Promise<void> => {
  const { index, cells } = chatsOfCompany(accountId, environment, companyId);
  const range = { index, partition: cells(ALL), between: [padded(0), padded(lastNumber)] as const };
  let after: Record<string, unknown> | undefined;
  do {
    const { items, next } = await table.query({ ...range, limit: PAGE_SIZE, ...(after && { after }) });
    for (const { chat, numbers } of items.map(numbered)) await table.transact(chatDeletion(chat, numbers, nowMs));
    after = next;
  } while (after);
  // The company may have been given up again since, with more chats to end.
  const key = chatKeys.endingOfCompany(accountId, environment, companyId);
  await table.write(remove(key, { lastNumber: { equals: lastNumber } }));
};
