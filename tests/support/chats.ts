import type { Chat } from '#shared/chat/chat';
import { type ChatHeads, chatCreation, newerHeads, readChatHeads } from '#shared/chat/chat-writes';
import { serviceTable } from '#shared/db/client';
import { onLatest } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import type { Environment } from '#shared/platform/environments';
import { createCompanyFor } from './companies.ts';
import type { TestAccount } from './onboarding.ts';

/** Options of a chat. */
export interface ChatOverrides {
  /** Default: `sandbox`. A session sees only `live` chats. */
  readonly environment?: Environment;
  /** Default: a company of the chat's own. */
  readonly companyId?: string;
  readonly title?: string;
}

/** Writes a chat of an account into the table, as if the account had created it. */
export const createChatFor = async (
  account: TestAccount,
  { environment = 'sandbox', companyId, title }: ChatOverrides = {},
  table: Table = serviceTable(),
): Promise<Chat> => {
  const about = companyId ?? (await createCompanyFor(account, { environment }, table)).id;
  const owner = { accountId: account.accountId, environment };
  const attempt = async (heads: ChatHeads) => {
    const { chat, operations } = chatCreation(owner, { companyId: about, title }, heads, Date.now());
    return { result: await table.transact(operations), value: chat };
  };
  const heads = await readChatHeads(table, owner, about);
  const { result, value } = await onLatest(heads, attempt, newerHeads(owner, about));
  if (!result.written) throw new Error('The chat was refused');
  return value;
};
