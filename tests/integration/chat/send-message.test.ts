import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/api/chat/send-message';
import { sendMessage } from '#functions/api/chat/send-message.contract';
import { modelMs } from '#shared/chat/ask-model';
import { countMessages } from '#shared/chat/chat-writes';
import { recordExchange } from '#shared/chat/exchange';
import { chatKeys } from '#shared/chat/keys';
import { CHAT_RATE } from '#shared/chat/pricing';
import { serviceTable } from '#shared/db/client';
import { update, type WriteOperation } from '#shared/db/expressions';
import { serviceKit } from '#shared/http/kit';
import { newId } from '#shared/platform/ids';
import { type ModelAnswer, ModelUnavailable } from '#shared/sources/assistant-model';
import { OFFLINE_NOTICE } from '#shared/sources/model-offline';
import { walletKeys } from '#shared/wallet/keys';
import { readRate } from '#shared/wallet/rates';
import { reserve } from '#shared/wallet/reserve';
import { setThreshold } from '#tests/integration/wallet/support';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createAddressFor } from '#tests/support/addresses';
import { requestTo } from '#tests/support/call';
import { createChatFor } from '#tests/support/chats';
import { createCompanyFor } from '#tests/support/companies';
import { settleNow } from '#tests/support/ledgers';
import { openWalletsFor } from '#tests/support/onboarding';
import { eventsOfAccount } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { accountWith, chats, ledgerOf, modelThat, senderTo, sumOf, walletOf } from './world.ts';

const table = serviceTable();

const liveChat = (account: SignedInAccount) => createChatFor(account, { environment: 'live' });

const messagesOf = async (account: SignedInAccount, chatId: string) =>
  (await chats.read(account, { pathParameters: { chatId } })).body.messages;

/** The charges: the debits of a ledger. */
const debitsOf = async (account: SignedInAccount) => (await ledgerOf(account)).filter(({ type }) => type === 'debit');

/** Requires that nothing was kept, charged or reserved. */
const expectNothingOf = async (account: SignedInAccount, chatId: string, balanceKobo: number) => {
  const wallet = await walletOf(account);
  expect([wallet.balanceKobo, wallet.holds, await debitsOf(account)]).toStrictEqual([balanceKobo, [], []]);
  const { body } = await chats.read(account, { pathParameters: { chatId } });
  expect([body.chat.messageCount, body.messages]).toStrictEqual([0, []]);
};

describe('A message', () => {
  test('is answered, and both are kept in order with exactly the keys of the interface', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const { model } = modelThat(() => ({ text: 'It is active.' }));
    const { status, body } = await senderTo(model)(account, chatId, 'Is it active?');
    expect(status).toBe(200);
    const message = {
      id: expect.stringMatching(/^msg_/),
      chatId,
      timestampAt: expect.any(String),
      groundingSources: null,
    };
    expect(body).toStrictEqual({
      message: 'The assistant has answered.',
      userMessage: { ...message, sender: 'user', content: 'Is it active?' },
      aiMessage: { ...message, sender: 'ai', content: 'It is active.' },
    });
    expect(await messagesOf(account, chatId)).toStrictEqual([body.aiMessage, body.userMessage]);
    const { chat } = (await chats.read(account, { pathParameters: { chatId } })).body;
    expect(chat).toMatchObject({ messageCount: 2, lastMessageAt: body.aiMessage.timestampAt });
  });

  test('costs exactly 10 kobo per token of question and answer, and leaves no reservation', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const { model } = modelThat(() => ({ inputTokens: 1_234, outputTokens: 77 }), { questionTokens: 2_000 });
    const { body } = await senderTo(model)(account, chatId);
    const [debit, ...others] = await debitsOf(account);
    expect([debit, others]).toMatchObject([
      {
        amountKobo: 13_110,
        actionKey: 'chat_per_1k_tokens',
        description: 'Chat assistant, 1,311 tokens',
        reference: body.aiMessage.id,
      },
      [],
    ]);
    expect(await walletOf(account)).toMatchObject({ balanceKobo: 986_890, holds: [] });
  });

  test('that takes the wallet below its threshold reports this once it is settled', async () => {
    const account = await accountWith(10_000);
    await setThreshold(account.accountId, 10_000, 'live');
    const { id: chatId } = await liveChat(account);
    const { model } = modelThat(() => ({ inputTokens: 100, outputTokens: 10 }));
    expect((await senderTo(model)(account, chatId)).status).toBe(200);
    await settleNow({ accountId: account.accountId, environment: 'live' });
    expect(await eventsOfAccount(account.accountId, 'wallet.balance.low')).toMatchObject([
      { environment: 'live', data: { thresholdKobo: 10_000, balanceKobo: 8_900 } },
    ]);
  });

  test('is answered with the outcome of the latest visit to the address, without the person who was met', async () => {
    const account = await accountWith(1_000_000);
    const { id: companyId } = await createCompanyFor(account, { environment: 'live' });
    await createAddressFor(account, { environment: 'live', companyId });
    const { id: chatId } = await createChatFor(account, { environment: 'live', companyId });
    const { model, questions } = modelThat(() => ({}));
    expect((await senderTo(model)(account, chatId)).status).toBe(200);
    const told = JSON.stringify(questions[0]?.context);
    expect(told).toContain('address_verification');
    expect(told).not.toContain('Broad Street');
    expect(told).not.toContain('+2348031234567');
  });

  test('of 4,001 characters, an empty one and one that is not a text are refused before the model is asked', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const { model, questions } = modelThat(() => ({}));
    for (const text of ['x'.repeat(4_001), '']) expect((await senderTo(model)(account, chatId, text)).status).toBe(400);
    expect((await senderTo(model)(account, chatId, '🙂'.repeat(4_000))).status).toBe(200);
    expect(questions).toHaveLength(1);
  });

  test('shows the sources of an answer from the web', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const groundingSources = { groundingChunks: [{ web: { uri: 'https://cac.example/1', title: 'CAC' } }] };
    const { body } = await senderTo(modelThat(() => ({ groundingSources })).model)(account, chatId);
    expect(body.aiMessage.groundingSources).toStrictEqual(groundingSources);
    expect((await messagesOf(account, chatId))[0].groundingSources).toStrictEqual(groundingSources);
  });

  test.each([
    ['filtered', 'Secret things', 'The assistant cannot answer this message.', /withheld/],
    ['max_tokens', 'It is', 'It is', /cut off/],
  ] as const)('whose answer was %s is kept and charged, and says so', async (stopReason, text, content, sentence) => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const { body } = await senderTo(modelThat(() => ({ stopReason, text })).model)(account, chatId);
    expect(body.aiMessage.content).toBe(content);
    expect(body.message).toMatch(sentence);
    expect(await debitsOf(account)).toMatchObject([{ amountKobo: 1_100 }]);
  });

  test('is refused if the chat is deleted while the model is working, and nothing is charged', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const { model } = modelThat(async () => {
      await chats.delete(account, { pathParameters: { chatId } });
      return {};
    });
    const { status, body } = await senderTo(model)(account, chatId);
    expect([status, body.code]).toStrictEqual([404, 'CHAT_NOT_FOUND']);
    expect(await walletOf(account)).toMatchObject({ balanceKobo: 1_000_000, holds: [] });
  });

  test('is refused once the account no longer owns the company', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await createChatFor(account, { environment: 'live', companyId: newId('cmp', Date.now()) });
    const { model, questions } = modelThat(() => ({}));
    const { status, body } = await senderTo(model)(account, chatId);
    expect([status, body.code, questions]).toStrictEqual([404, 'COMPANY_NOT_FOUND', []]);
  });
});

describe('A balance', () => {
  test.each([
    ['of zero', 0, 1_160],
    ['that does not cover the question', 999, 1_160],
    ['that covers the question but no answer', 1_000, 1_160],
    ['that covers less than 16 tokens of an answer', 1_159, 1_160],
  ])('%s is a 402 before the model is asked', async (_, balanceKobo, requiredKobo) => {
    const account = await accountWith(balanceKobo);
    const { id: chatId } = await liveChat(account);
    const { model, questions } = modelThat(() => ({}));
    const { status, body } = await senderTo(model)(account, chatId);
    expect([status, body.code]).toStrictEqual([402, 'INSUFFICIENT_BALANCE']);
    expect(body.details).toStrictEqual({ balanceKobo, requiredKobo });
    expect(questions).toStrictEqual([]);
    await expectNothingOf(account, chatId, balanceKobo);
  });

  test('limits the answer, down to 16 tokens, and is spent to the last kobo', async () => {
    const account = await accountWith(1_160);
    const { id: chatId } = await liveChat(account);
    const { model, questions } = modelThat(({ maxTokens }) => ({ outputTokens: maxTokens, stopReason: 'max_tokens' }));
    expect((await senderTo(model)(account, chatId)).status).toBe(200);
    expect(questions.map(({ maxTokens }) => maxTokens)).toStrictEqual([16]);
    expect(await walletOf(account)).toMatchObject({ balanceKobo: 0, holds: [] });
  });

  test('never falls below zero if a model uses more than was counted: the rest is charged', async () => {
    const account = await accountWith(5_000);
    const { id: chatId } = await liveChat(account);
    const { model } = modelThat(() => ({ inputTokens: 9_999 }));
    expect((await senderTo(model)(account, chatId)).status).toBe(200);
    expect(await walletOf(account)).toMatchObject({ balanceKobo: 0 });
    expect(sumOf(await ledgerOf(account))).toBe(0);
  });

  test('that one message has reserved completely is spent neither by another message nor by another action', async () => {
    const account = await accountWith(3_000);
    const { id: chatId } = await liveChat(account);
    const others: unknown[] = [];
    const patient = modelThat(() => ({}));
    const { model } = modelThat(async () => {
      const { status, body } = await senderTo(patient.model)(account, chatId);
      others.push([status, body.details]);
      return { outputTokens: 200 };
    });
    expect((await senderTo(model)(account, chatId)).status).toBe(200);
    expect([others, patient.questions]).toStrictEqual([[[402, { balanceKobo: 0, requiredKobo: 1_160 }]], []]);
    expect(await walletOf(account)).toMatchObject({ balanceKobo: 0 });
  });

  test('is never below zero under twenty messages at once, and equals the sum of the ledger', async () => {
    const account = await accountWith(20_000);
    const { id: chatId } = await liveChat(account);
    // Each may cost 3,000 kobo and does. While they all run, at most six are covered. Later ones find the rest.
    const { model } = modelThat(({ maxTokens }) => ({ outputTokens: maxTokens }));
    const send = senderTo(model);
    const all = await Promise.all(Array.from({ length: 20 }, () => send(account, chatId)));
    const statuses = all.map(({ status }) => status);
    expect(new Set(statuses)).toStrictEqual(new Set([200, 402]));
    const entries = await ledgerOf(account);
    const wallet = await walletOf(account);
    expect(entries.every(({ balanceAfterKobo }) => balanceAfterKobo >= 0)).toBe(true);
    expect([sumOf(entries), wallet.holds]).toStrictEqual([wallet.balanceKobo, []]);
    const answered = statuses.filter((status) => status === 200).length;
    expect(await debitsOf(account)).toHaveLength(answered);
    expect(await messagesOf(account, chatId)).toHaveLength(2 * answered);
  });
});

describe('Two messages at once in one chat', () => {
  test('are both kept, each before its own answer', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const { model } = modelThat(({ context }) => ({ text: `Answer to ${context.userMessage}` }));
    const send = senderTo(model);
    await Promise.all(['one', 'two', 'three'].map((text) => send(account, chatId, text)));
    const contents: string[] = (await messagesOf(account, chatId)).map(({ content }: { content: string }) => content);
    const oldestFirst = contents.toReversed();
    expect(oldestFirst).toHaveLength(6);
    for (let i = 0; i < 6; i += 2) expect(oldestFirst[i + 1]).toBe(`Answer to ${oldestFirst[i]}`);
    expect(new Set(oldestFirst.filter((_, i) => i % 2 === 0))).toStrictEqual(new Set(['one', 'two', 'three']));
  });
});

describe('A model that gives no answer', () => {
  test('is a 503: nothing is charged, kept or reserved, and the key is free', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const key = { 'idempotency-key': 'again' };
    const down = modelThat(() => {
      throw new ModelUnavailable('ThrottlingException');
    });
    const { status, body } = await senderTo(down.model)(account, chatId, 'Is it active?', key);
    expect([status, body.code]).toStrictEqual([503, 'SOURCE_UNAVAILABLE']);
    await expectNothingOf(account, chatId, 1_000_000);
    const again = await senderTo(modelThat(() => ({})).model)(account, chatId, 'Is it active?', key);
    expect(again.status).toBe(200);
    expect(await debitsOf(account)).toHaveLength(1);
  });

  test.each([
    [
      'of a whole function: 24 seconds, less than the function and the gateway have',
      sendMessage.timeoutSeconds * 1000,
      24_000,
    ],
    ['after 10 slow seconds: the rest, less the time for what comes afterwards', 19_000, 14_500],
    ['of a request whose time is over: none', 4_000, 0],
  ])('gets the time %s', (_, timeLeftMs, ms) => {
    expect(sendMessage.timeoutSeconds).toBe(29);
    expect(modelMs(timeLeftMs)).toBe(ms);
  });

  test('is a 503 within the time of its function, however slow the table was before, and the key is free', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const key = { 'idempotency-key': 'again' };
    const { model, questions } = modelThat(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new ModelUnavailable('TimeoutError')));
        }),
    );
    const slowTable = {
      ...table,
      write: (operation: WriteOperation) => table.write(operation).finally(() => sleep(300)),
    };
    const functionMs = 6_000;
    const startedMs = performance.now();
    const send = senderTo(model, { kit: { ...serviceKit, table: () => slowTable }, functionMs });
    const { status, body } = await send(account, chatId, 'Is it active?', key);
    expect([status, body.code, questions.length]).toStrictEqual([503, 'SOURCE_UNAVAILABLE', 1]);
    expect(performance.now() - startedMs).toBeLessThan(functionMs - 250);
    await expectNothingOf(account, chatId, 1_000_000);
    const again = await senderTo(modelThat(() => ({})).model)(account, chatId, 'Is it active?', key);
    expect([again.status, (await debitsOf(account)).length]).toStrictEqual([200, 1]);
  });
});

describe('An idempotency key', () => {
  test('charges once for any number of repeats, and gets the first answer again', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const { model, questions } = modelThat(() => ({}));
    const send = () => senderTo(model)(account, chatId, 'Is it active?', { 'idempotency-key': 'once' });
    const first = await send();
    const repeats = [await send(), await send()];
    expect(repeats.map(({ body }) => body)).toStrictEqual([first.body, first.body]);
    expect([questions.length, (await debitsOf(account)).length]).toStrictEqual([1, 1]);
  });

  test('is claimed before the model is asked, and a repeat in the meantime is a 409', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const key = { 'idempotency-key': 'once' };
    const meanwhile: number[] = [];
    const { model, questions } = modelThat(async () => {
      meanwhile.push((await senderTo(model)(account, chatId, 'Is it active?', key)).status);
      return {};
    });
    expect((await senderTo(model)(account, chatId, 'Is it active?', key)).status).toBe(200);
    expect([meanwhile, questions.length, (await debitsOf(account)).length]).toStrictEqual([[409], 1, 1]);
  });
});

describe('Messages at once with one idempotency key', () => {
  test('reserve once: a balance for one of them refuses none of the others', async () => {
    const account = await accountWith(3_000);
    const { id: chatId } = await liveChat(account);
    const { model, questions } = modelThat(() => ({}));
    const send = () => senderTo(model)(account, chatId, 'Is it active?', { 'idempotency-key': 'once' });
    const statuses = (await Promise.all(Array.from({ length: 8 }, send))).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect([questions.length, (await debitsOf(account)).length]).toStrictEqual([1, 1]);
    expect(await walletOf(account)).toMatchObject({ balanceKobo: 1_900, holds: [] });
  });

  test('after a 402 can be sent again: it holds no key', async () => {
    const account = await accountWith(0);
    const { id: chatId } = await liveChat(account);
    const { model } = modelThat(() => ({}));
    const send = (text: string) => senderTo(model)(account, chatId, text, { 'idempotency-key': 'once' });
    expect([(await send('One?')).status, (await send('Two?')).status]).toStrictEqual([402, 402]);
  });
});

describe('A container that dies while the model is working', () => {
  test('charges nothing: its reservation is free when the lease of the hold is over', async () => {
    const account = await accountWith(3_000);
    const { id: chatId } = await liveChat(account);
    const { accountId } = account;
    const left = (untilMs: number) =>
      update(walletKeys.wallet(accountId, 'live'), {
        set: { holds: { msg_dead: { amountKobo: 3_000, untilMs } }, unheldKobo: 0 },
        when: {},
      });
    const { model } = modelThat(() => ({}));
    await table.write(left(Date.now() + 30_000));
    expect((await senderTo(model)(account, chatId)).status).toBe(402);
    await table.write(left(Date.now() - 1));
    expect((await senderTo(model)(account, chatId)).status).toBe(200);
    expect(await walletOf(account)).toMatchObject({ balanceKobo: 1_900, holds: [] });
    expect(sumOf(await ledgerOf(account))).toBe(1_900);
  });

  test('and comes back after its lease finds its hold gone: 503, nothing charged, nothing kept', async () => {
    const account = await accountWith(3_000);
    const { id: chatId } = await liveChat(account);
    const { model } = modelThat(async () => {
      const set = { holds: {}, unheldKobo: 3_000 };
      await table.write(update(walletKeys.wallet(account.accountId, 'live'), { set, when: {} }));
      return {};
    });
    const { status, body } = await senderTo(model)(account, chatId);
    expect([status, body.code]).toStrictEqual([503, 'SERVICE_UNAVAILABLE']);
    await expectNothingOf(account, chatId, 3_000);
  });
});

describe('A hold whose lease is over and that has not been removed yet', () => {
  test('settles nothing: 503, nothing charged, nothing kept', async () => {
    const account = await accountWith(3_000);
    const { id: chatId } = await liveChat(account);
    const { model } = modelThat(() => {
      const lateMs = Date.now() + 40_000;
      vi.spyOn(Date, 'now').mockReturnValue(lateMs);
      return {};
    });
    const { status, body } = await senderTo(model)(account, chatId).finally(() => vi.restoreAllMocks());
    expect([status, body.code]).toStrictEqual([503, 'SERVICE_UNAVAILABLE']);
    await expectNothingOf(account, chatId, 3_000);
  });

  test('settles nothing even if it ends between two tries of the transaction', async () => {
    const account = await accountWith(3_000);
    const chat = await liveChat(account);
    const nowMs = Date.now();
    const { wallet, hold } = await reserve(table, await walletOf(account), newId('msg', nowMs), () => 2_000, nowMs);
    await table.write(countMessages(chat, 2, nowMs));
    const clock = vi.fn(() => hold.untilMs);
    clock.mockReturnValueOnce(hold.untilMs - 1);
    const answer: ModelAnswer = { text: 'Yes.', inputTokens: 100, outputTokens: 10, stopReason: 'end' };
    const rate = await readRate(table, CHAT_RATE);
    const paid = { payment: { hold, rate }, keptAnswer: undefined };
    const exchange = { userText: 'Is it?', askedAtMs: nowMs, answer, answeredAtMs: nowMs, ...paid };
    const commit = (operations: Readonly<Record<string, WriteOperation | undefined>>) => table.transact(operations);
    await expect(recordExchange({ chat, wallet }, exchange, () => ({}), { commit, clock })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(clock).toHaveBeenCalledTimes(2);
    expect(await walletOf(account)).toMatchObject({ balanceKobo: 3_000, holds: [hold] });
    expect(await messagesOf(account, chat.id)).toStrictEqual([]);
  });
});

describe('The answer of a message', () => {
  test('states in its headers the tokens used and the amount charged, even when it is repeated', async () => {
    const account = await accountWith(1_000_000);
    const { id: chatId } = await liveChat(account);
    const { model } = modelThat(() => ({ inputTokens: 100, outputTokens: 10 }));
    const key = { 'idempotency-key': newId('msg', Date.now()) };
    for (const replayed of [undefined, 'true']) {
      const { headers } = await senderTo(model)(account, chatId, 'Is it active?', key);
      expect(headers).toMatchObject({ 'X-Tokens': '110', 'X-Charge-Kobo': '1100' });
      expect(headers['Idempotency-Replayed']).toBe(replayed);
    }
    expect(await debitsOf(account)).toMatchObject([{ amountKobo: 1_100 }]);
  });
});

describe('The offline assistant of live', () => {
  test('costs nothing and requires no balance', async () => {
    const account = await accountWith(0);
    const { id: chatId } = await liveChat(account);
    const { status, headers, body } = await senderTo()(account, chatId);
    expect(status).toBe(200);
    expect(body.aiMessage.content).toContain(OFFLINE_NOTICE);
    expect(headers['X-Charge-Kobo']).toBe('0');
    expect(Number(headers['X-Tokens'])).toBeGreaterThan(0);
    expect(await messagesOf(account, chatId)).toHaveLength(2);
    const { balanceKobo, holds } = await walletOf(account);
    expect([balanceKobo, holds, await ledgerOf(account)]).toStrictEqual([0, [], []]);
  });

  test('answers messages at once, each before its own answer, and takes nothing from an existing balance', async () => {
    const account = await accountWith(3_000);
    const { id: chatId } = await liveChat(account);
    const answers = await Promise.all(['One?', 'Two?', 'Three?'].map((text) => senderTo()(account, chatId, text)));
    expect(answers.map(({ status }) => status)).toStrictEqual([200, 200, 200]);
    expect(await messagesOf(account, chatId)).toHaveLength(6);
    expect((await walletOf(account)).balanceKobo).toBe(3_000);
  });
});

describe('The sandbox', () => {
  test('is answered by the offline assistant, which says so, and charged test money by a fixed count', async () => {
    const account = await signedInAccount();
    await openWalletsFor(account);
    const { headers } = await apiKeyFor(account, 'sandbox');
    const caller = { ...account, headers };
    const company = await createCompanyFor(account, { companyName: 'Adire Textiles Limited' });
    const { id: chatId } = await createChatFor(account, { companyId: company.id });
    const answers: Partial<ModelAnswer>[] = [];
    for (let i = 0; i < 2; i++) answers.push((await senderTo()(caller, chatId, 'Is it registered?')).body.aiMessage);
    expect(String(Object(answers[0]).content)).toMatch(OFFLINE_NOTICE);
    expect(String(Object(answers[0]).content)).toContain(`registered as ${company.rcNumber}`);
    const item = (await table.get(walletKeys.wallet(account.accountId, 'sandbox'))) ?? expect.unreachable();
    expect(Number(item['balanceKobo'])).toBeLessThan(10_000_000);
    expect(Number(item['balanceKobo']) % 10).toBe(0);
  });
});

test('a chat without such a key is never read', async () => {
  expect(() => chatKeys.chat('usr_1', 'live', 'a#b')).toThrow(RangeError);
  const account = await accountWith(1_000);
  expect((await senderTo(modelThat(() => ({})).model)(account, 'a%23b')).status).toBe(404);
});

securitySuite({
  contract: sendMessage,
  handler: handler.with({ model: () => modelThat(() => ({})).model }),
  environment: 'live',
  request: async (account) => {
    const { id } = await liveChat(account);
    await openWalletsFor(account);
    await table.write(
      update(walletKeys.wallet(account.accountId, 'live'), {
        set: { balanceKobo: 1_000_000, unheldKobo: 1_000_000 },
        when: {},
      }),
    );
    return requestTo(sendMessage, { pathParameters: { chatId: id }, body: { message: 'Is it active?' } });
  },
  missing: async (account) => {
    await openWalletsFor(account);
    return requestTo(sendMessage, {
      pathParameters: { chatId: newId('chat', Date.now()) },
      body: { message: 'Hi' },
    });
  },
});
