import { describe, expect, test } from 'vitest';
import { handler as createHandler } from '#functions/api/chat/create-chat';
import { createChat } from '#functions/api/chat/create-chat.contract';
import { handler as deleteHandler } from '#functions/api/chat/delete-chat';
import { deleteChat } from '#functions/api/chat/delete-chat.contract';
import { handler as listHandler } from '#functions/api/chat/list-chats';
import { listChats } from '#functions/api/chat/list-chats.contract';
import { handler as readHandler } from '#functions/api/chat/read-chat';
import { readChat } from '#functions/api/chat/read-chat.contract';
import { chatKeys } from '#shared/chat/keys';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { isId, newId } from '#shared/platform/ids';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { requestTo } from '#tests/support/call';
import { createChatFor } from '#tests/support/chats';
import { createCompanyFor } from '#tests/support/companies';
import { securitySuite } from '#tests/support/security-suite';
import { chats } from './world.ts';

const table = serviceTable();

const liveCompany = (account: SignedInAccount) => createCompanyFor(account, { environment: 'live' });
const liveChat = (account: SignedInAccount, companyId?: string) =>
  createChatFor(account, { environment: 'live', ...(companyId !== undefined && { companyId }) });

const shown = async (account: SignedInAccount, query: Record<string, string> = {}) => {
  const { body } = await chats.list(account, { query });
  return { ids: body.chats.map(({ id }: { id: string }) => id), total: body.pagination.total };
};

/** Writes messages of a chat, as answers do, and counts them. */
const writeMessages = async (account: SignedInAccount, chatId: string, count: number) => {
  const { accountId } = account;
  const at = '2026-11-21T14:00:00.000Z';
  for (let number = 1; number <= count; number++) {
    const sender = number % 2 === 1 ? 'user' : 'ai';
    const key = chatKeys.chatMessage(accountId, 'live', chatId, number);
    const message = {
      id: newId('msg', Date.now()),
      chatId,
      number,
      sender,
      content: `Message ${number}`,
      timestampAt: at,
    };
    await table.write(put({ ...key, ...message, groundingSources: null }));
  }
  const item = (await table.get(chatKeys.chat(accountId, 'live', chatId))) ?? expect.unreachable();
  await table.write(put({ ...item, messageCount: count, lastMessageAt: at }, {}));
};

describe('Creating a chat', () => {
  test('returns its id, its company and its title, and no data of the account', async () => {
    const account = await signedInAccount();
    const { id: companyId } = await liveCompany(account);
    const { status, body } = await chats.create(account, { body: { companyId, title: '  Before we sign ' } });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      success: true,
      chat: {
        id: expect.any(String),
        companyId,
        title: 'Before we sign',
        messageCount: 0,
        lastMessageAt: null,
        createdAt: expect.any(String),
        updatedAt: body.chat.createdAt,
      },
    });
    expect(isId('chat', body.chat.id)).toBe(true);
  });

  test('needs no title', async () => {
    const account = await signedInAccount();
    const { id: companyId } = await liveCompany(account);
    expect((await chats.create(account, { body: { companyId } })).body.chat.title).toBeNull();
  });

  test("for another account's company, or one of the other environment, is the same 404 as for a missing one", async () => {
    const [account, other] = [await signedInAccount(), await signedInAccount()];
    const ids = [(await liveCompany(other)).id, (await createCompanyFor(account)).id, newId('cmp', Date.now()), 'x#y'];
    for (const companyId of ids) {
      const { status, body } = await chats.create(account, { body: { companyId } });
      expect([status, body.code]).toStrictEqual([404, 'COMPANY_NOT_FOUND']);
    }
    expect((await shown(account)).total).toBe(0);
  });

  test('with one idempotency key creates one', async () => {
    const account = await signedInAccount();
    const { id: companyId } = await liveCompany(account);
    const request = { body: { companyId }, headers: { 'idempotency-key': 'once' } };
    const [first, second] = [await chats.create(account, request), await chats.create(account, request)];
    expect(second.body).toStrictEqual(first.body);
    expect((await shown(account)).total).toBe(1);
  });

  test('five times at once adds five entries to both lists', async () => {
    const account = await signedInAccount();
    const { id: companyId } = await liveCompany(account);
    await Promise.all(Array.from({ length: 5 }, () => chats.create(account, { body: { companyId } })));
    const [all, ofCompany] = [await shown(account), await shown(account, { companyId })];
    expect([all.total, new Set(all.ids).size, ofCompany]).toStrictEqual([5, 5, all]);
  });
});

describe('The list of chats', () => {
  test('is newest first, by page, with exact totals, even for one company', async () => {
    const account = await signedInAccount();
    const [one, other] = [await liveCompany(account), await liveCompany(account)];
    const made = [];
    for (const { id } of [one, other, one]) made.unshift((await liveChat(account, id)).id);
    const [newest, middle, oldest] = made;
    expect(await shown(account)).toStrictEqual({ ids: made, total: 3 });
    expect(await shown(account, { limit: '2', page: '2' })).toStrictEqual({ ids: [oldest], total: 3 });
    expect(await shown(account, { companyId: one.id })).toStrictEqual({ ids: [newest, oldest], total: 2 });
    expect(await shown(account, { companyId: other.id })).toStrictEqual({ ids: [middle], total: 1 });
  });

  test("has none of the other environment, and none for another account's company", async () => {
    const [account, stranger] = [await signedInAccount(), await signedInAccount()];
    const live = await liveChat(account);
    const { companyId, id } = await createChatFor(account);
    expect(await shown(account)).toStrictEqual({ ids: [live.id], total: 1 });
    const key = await apiKeyFor(account, 'sandbox');
    expect(await shown({ ...account, headers: key.headers }, { companyId })).toStrictEqual({ ids: [id], total: 1 });
    for (const named of [live.companyId, 'x#y'])
      expect(await shown(stranger, { companyId: named })).toStrictEqual({ ids: [], total: 0 });
  });
});

describe('Reading a chat', () => {
  test('shows all of its messages, newest first', async () => {
    const account = await signedInAccount();
    const { id } = await liveChat(account);
    await writeMessages(account, id, 4);
    const { status, body } = await chats.read(account, { pathParameters: { chatId: id } });
    expect(status).toBe(200);
    expect(Object.keys(body)).toStrictEqual(['success', 'chat', 'messages']);
    expect(body.chat).toMatchObject({ id, messageCount: 4 });
    const contents = body.messages.map(({ content }: { content: string }) => content);
    expect(contents).toStrictEqual(['Message 4', 'Message 3', 'Message 2', 'Message 1']);
    expect(Object.keys(body.messages[0])).toStrictEqual([
      ...['id', 'chatId', 'sender', 'content', 'timestampAt', 'groundingSources'],
    ]);
  });

  test.each([
    ['1', ['Message 5', 'Message 4'], true, false],
    ['3', ['Message 1'], false, true],
    ['4', [], false, true],
  ])('by page %s of two shows this part and its position', async (page, contents, hasNext, hasPrev) => {
    const account = await signedInAccount();
    const { id } = await liveChat(account);
    await writeMessages(account, id, 5);
    const { body } = await chats.read(account, { pathParameters: { chatId: id }, query: { page, limit: '2' } });
    expect(body.messages.map(({ content }: { content: string }) => content)).toStrictEqual(contents);
    expect(body.pagination).toStrictEqual({ page: Number(page), limit: 2, total: 5, totalPages: 3, hasNext, hasPrev });
  });
});

describe('Deleting a chat', () => {
  test('removes it from both lists, and neither it nor its messages are found', async () => {
    const account = await signedInAccount();
    const { id: companyId } = await liveCompany(account);
    const [kept, gone] = [await liveChat(account, companyId), await liveChat(account, companyId)];
    await writeMessages(account, gone.id, 2);
    const { status, body } = await chats.delete(account, { pathParameters: { chatId: gone.id } });
    expect([status, body]).toStrictEqual([200, { success: true, message: 'Chat deleted.' }]);
    expect(await shown(account)).toStrictEqual({ ids: [kept.id], total: 1 });
    expect(await shown(account, { companyId })).toStrictEqual({ ids: [kept.id], total: 1 });
    for (const call of [chats.read, chats.delete]) {
      const again = await call(account, { pathParameters: { chatId: gone.id } });
      expect([again.status, again.body.code]).toStrictEqual([404, 'CHAT_NOT_FOUND']);
    }
  });

  test('twice at once deletes it once', async () => {
    const account = await signedInAccount();
    const { id } = await liveChat(account);
    const request = { pathParameters: { chatId: id } };
    const both = await Promise.all([chats.delete(account, request), chats.delete(account, request)]);
    expect(both.map(({ status }) => status).sort()).toStrictEqual([200, 404]);
    expect((await shown(account)).total).toBe(0);
  });
});

const missing = newId('chat', Date.now());

securitySuite({
  contract: createChat,
  handler: createHandler,
  environment: 'live',
  request: async (account) => requestTo(createChat, { body: { companyId: (await liveCompany(account)).id } }),
  missing: () => requestTo(createChat, { body: { companyId: newId('cmp', Date.now()) } }),
});

securitySuite({
  contract: listChats,
  handler: listHandler,
  environment: 'live',
  request: () => requestTo(listChats, {}),
});

securitySuite({
  contract: readChat,
  handler: readHandler,
  environment: 'live',
  request: async (account) => requestTo(readChat, { pathParameters: { chatId: (await liveChat(account)).id } }),
  missing: () => requestTo(readChat, { pathParameters: { chatId: missing } }),
});

securitySuite({
  contract: deleteChat,
  handler: deleteHandler,
  environment: 'live',
  request: async (account) => requestTo(deleteChat, { pathParameters: { chatId: (await liveChat(account)).id } }),
  missing: () => requestTo(deleteChat, { pathParameters: { chatId: missing } }),
});
