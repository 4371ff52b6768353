import { expect, test } from 'vitest';
import { handler } from '#functions/events/erase-chats';
import { eraseChats } from '#shared/chat/erase-chats';
import { chatKeys } from '#shared/chat/keys';
import { serviceTable } from '#shared/db/client';
import type { SweepEffects } from '#shared/db/sweep';
import { systemClock } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { textsIn } from '#tests/integration/erasure/words';
import type { SignedInAccount } from '#tests/support/accounts';
import { createChatFor } from '#tests/support/chats';
import { accountWith, chats, ledgerOf, modelThat, senderTo } from './world.ts';

const SECRET = 'the merger with Ankara Foods';

const table = serviceTable();

const stored = ({ accountId }: SignedInAccount, chatId: string) =>
  table.queryAll({ partition: chatKeys.chatMessage(accountId, 'live', chatId, 1).pk });

/** A chat with messages about a secret, one of them sent with an idempotency key. */
const secretChat = async () => {
  const account = await accountWith(1_000_000);
  const { id: chatId } = await createChatFor(account, { environment: 'live', title: `About ${SECRET}` });
  const { model } = modelThat(() => ({ text: `Nothing is known of ${SECRET}.` }));
  const send = senderTo(model);
  const key = { 'idempotency-key': newId('msg', Date.now()) };
  await send(account, chatId, `What of ${SECRET}?`, key);
  await send(account, chatId, `Again: what of ${SECRET}?`);
  const [message] = await stored(account, chatId);
  const kept = message?.['keptAnswer'] as { pk: string; sk: string };
  return { account, chatId, kept, repeat: () => send(account, chatId, `What of ${SECRET}?`, key) };
};

const erase = (overrides: Partial<SweepEffects> = {}) =>
  eraseChats({ table, clock: systemClock, log: makeLogger({}, () => {}), metrics: () => {}, ...overrides });

test('a deleted chat leaves no text: no message, no title, and no response for a repeated request', async () => {
  const { account, chatId, kept, repeat } = await secretChat();
  expect(textsIn(await table.get(kept)).join()).toContain(SECRET);
  await chats.delete(account, { pathParameters: { chatId } });
  const chatKey = chatKeys.chat(account.accountId, 'live', chatId);
  expect(JSON.stringify(await table.get(chatKey))).not.toContain(SECRET);
  await handler();
  expect(await stored(account, chatId)).toEqual([]);
  expect(await table.get(kept)).toBeUndefined();
  expect((await repeat()).status).toBe(404);
  expect(JSON.stringify(await table.get(chatKey))).not.toMatch(/CHATERASURES/);
  // The charges stay, and contain no text of anybody.
  const ledger = await ledgerOf(account);
  expect(ledger).toHaveLength(3);
  expect(JSON.stringify(ledger)).not.toContain(SECRET);
});

test('other chats keep their texts', async () => {
  const { account, chatId } = await secretChat();
  const other = await secretChat();
  await chats.delete(account, { pathParameters: { chatId } });
  await erase();
  expect(await stored(other.account, other.chatId)).toHaveLength(4);
  expect(await table.get(other.kept)).toBeDefined();
});

test('an erasure that ends midway is continued by the next', async () => {
  const { account, chatId, kept } = await secretChat();
  await chats.delete(account, { pathParameters: { chatId } });
  let writes = 0;
  const dying = {
    ...table,
    write: async (operation: Parameters<typeof table.write>[0]) => {
      if (++writes > 2) throw new Error('The worker died');
      return table.write(operation);
    },
  };
  await expect(erase({ table: dying })).rejects.toThrow('The worker died');
  await erase();
  expect(await stored(account, chatId)).toEqual([]);
  expect(await table.get(kept)).toBeUndefined();
});

test('a key that was used again in the meantime keeps its later response', async () => {
  const { account, chatId, kept } = await secretChat();
  await chats.delete(account, { pathParameters: { chatId } });
  const later = { ...(await table.get(kept)), expiresAtSeconds: Math.floor(Date.now() / 1000) + 48 * 3_600 };
  await table.write({ kind: 'put', item: { ...kept, ...later }, when: {} });
  await erase();
  expect(await stored(account, chatId)).toEqual([]);
  expect(await table.get(kept)).toBeDefined();
});
