import { randomInt } from 'node:crypto';
import { handler as createHandler } from '#functions/api/chat/create-chat';
import { createChat } from '#functions/api/chat/create-chat.contract';
import { handler as deleteHandler } from '#functions/api/chat/delete-chat';
import { deleteChat } from '#functions/api/chat/delete-chat.contract';
import { handler as listHandler } from '#functions/api/chat/list-chats';
import { listChats } from '#functions/api/chat/list-chats.contract';
import { handler as readHandler } from '#functions/api/chat/read-chat';
import { readChat } from '#functions/api/chat/read-chat.contract';
import { handler as sendHandler } from '#functions/api/chat/send-message';
import { sendMessage } from '#functions/api/chat/send-message.contract';
import { serviceTable } from '#shared/db/client';
import { type Kit, serviceKit } from '#shared/http/kit';
import type { AssistantModel, ModelAnswer, ModelQuestion } from '#shared/sources/assistant-model';
import { postCredit } from '#shared/wallet/ledger';
import type { LedgerEntry } from '#shared/wallet/ledger-entry';
import { loadWallet, type Wallet } from '#shared/wallet/wallet';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { readLedger } from '#tests/support/ledgers';
import { openWalletsFor } from '#tests/support/onboarding';

/** An address that no other call uses. */
const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** The endpoints of chats, with messages answered by the offline assistant. */
export const chats = {
  create: endpoint(createChat, createHandler),
  list: endpoint(listChats, listHandler),
  read: endpoint(readChat, readHandler),
  delete: endpoint(deleteChat, deleteHandler),
};

/** A test's model, which counts the questions and gives the test's answers. */
export const modelThat = (
  respond: (question: ModelQuestion) => Partial<ModelAnswer> | Promise<Partial<ModelAnswer>>,
  { questionTokens = 100, maxAnswerTokens = 200 } = {},
) => {
  const questions: ModelQuestion[] = [];
  const model: AssistantModel = {
    maxAnswerTokens,
    countQuestion: () => questionTokens,
    ask: async (question) => {
      questions.push(question);
      const answer = await respond(question);
      return { text: 'Yes.', inputTokens: questionTokens, outputTokens: 10, stopReason: 'end', ...answer };
    },
  };
  return { questions, model };
};

/**
 * Sends messages to a model, each from its own address, so that no limit refuses them.
 *
 * @param functionMs the timeout of the function. Twenty at once on a busy machine take longer than the real one, and
 * most tests do not concern it.
 */
export const senderTo = (
  model?: AssistantModel,
  { kit = serviceKit, functionMs = 110_000 }: { readonly kit?: Kit; readonly functionMs?: number } = {},
) => {
  const send = endpoint(sendMessage, sendHandler.with(model ? { model: () => model } : {}, kit), functionMs);
  return (
    account: SignedInAccount,
    chatId: string,
    message = 'Is it active?',
    headers: Readonly<Record<string, string>> = {},
  ) => send(account, { pathParameters: { chatId }, body: { message }, headers, sourceIp: newAddress() });
};

/** An account with this balance in its `live` wallet. */
export const accountWith = async (balanceKobo: number): Promise<SignedInAccount> => {
  const account = await signedInAccount();
  await openWalletsFor(account);
  if (balanceKobo > 0) {
    const credit = { amountKobo: balanceKobo, actionKey: null, description: 'Top-up', reference: null };
    await serviceTable().transact(postCredit(await walletOf(account), credit, Date.now()).operations);
  }
  return account;
};

/** The `live` wallet of an account. */
export const walletOf = ({ accountId }: SignedInAccount): Promise<Wallet> =>
  loadWallet(serviceTable(), { accountId, environment: 'live' });

/** The ledger of that wallet, oldest first. */
export const ledgerOf = ({ accountId }: SignedInAccount): Promise<readonly LedgerEntry[]> =>
  readLedger({ accountId, environment: 'live' });

/** The sum of a ledger. */
export const sumOf = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { type, amountKobo }) => sum + (type === 'credit' ? amountKobo : -amountKobo), 0);
