import { beforeAll, describe, expect, test } from 'vitest';
import { type Account, accountOf, addCompany, createChat, rotateApiKeys } from '#scripts/demo/journey';
import { newCompanyNumber } from '#tests/support/companies';
import { deployedApi, newCustomer } from './people.ts';

interface Message {
  readonly id: string;
  readonly sender: 'user' | 'ai';
  readonly content: string;
}

interface Answered {
  readonly message: string;
  readonly userMessage: Message;
  readonly aiMessage: Message;
}

describe('on a deployed stage a chat of the sandbox', () => {
  let server: Account;
  let company: { readonly id: string; readonly rcNumber: string };
  let chatId: string;

  beforeAll(async () => {
    const { secretKey } = await rotateApiKeys(await newCustomer(), 'sandbox');
    server = accountOf(deployedApi(), secretKey);
    company = await addCompany(server, newCompanyNumber());
    ({ id: chatId } = await createChat(server, company.id));
  });

  const balance = async (): Promise<number> =>
    (await server.get<{ wallet: { balanceKobo: number } }>('/v1/wallet')).body.wallet.balanceKobo;

  test('is answered by the offline assistant from the record, and charged once for its key', async () => {
    const before = await balance();
    const send = () =>
      server.post<Answered>(
        `/v1/chat/${chatId}/message`,
        { message: 'Is it registered?' },
        { headers: { 'idempotency-key': 'chat-of-e2e' } },
      );
    const { status, body, text } = await send();
    expect(status, text).toBe(200);
    expect(Object.keys(body).sort()).toStrictEqual(['aiMessage', 'message', 'userMessage']);
    expect(body.aiMessage.content).toContain('offline assistant');
    expect(body.aiMessage.content).toContain(company.rcNumber);
    const charged = before - (await balance());
    expect(charged).toBeGreaterThan(0);
    expect((await send()).body).toStrictEqual(body);
    expect(before - (await balance())).toBe(charged);
    const { body: shown } = await server.get<{ messages: readonly Message[] }>(`/v1/chat/${chatId}`);
    expect(shown.messages).toStrictEqual([body.aiMessage, body.userMessage]);
  });

  test('is listed with its company, and gone once it is deleted', async () => {
    const { id } = await createChat(server, company.id);
    const listed = async () =>
      (await server.get<{ chats: readonly { id: string }[] }>(`/v1/chat?companyId=${company.id}`)).body.chats;
    expect((await listed()).map((chat) => chat.id)).toStrictEqual([id, chatId]);
    expect((await server.delete(`/v1/chat/${id}`)).status).toBe(200);
    expect((await server.get(`/v1/chat/${id}`)).status).toBe(404);
  });
});
