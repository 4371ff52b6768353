import { chatView } from '#shared/chat/chat-view';
import { type ChatHeads, chatCreation, newerHeads, readChatHeads } from '#shared/chat/chat-writes';
import { confirmCompanyOwner, ownedCompany } from '#shared/companies/company-repository';
import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { isId } from '#shared/platform/ids';
import { callerEnvironment } from '#shared/platform/scope';
import { createChat } from './create-chat.contract.ts';

/** POST /v1/chat */
export const handler = serve(createChat, {
  load: async ({ body: { companyId }, caller }, { table }) => {
    if (!isId('cmp', companyId)) throw new ApiError('COMPANY_NOT_FOUND');
    const owner = callerEnvironment(caller);
    const [, heads] = await Promise.all([
      ownedCompany(table, caller, companyId),
      readChatHeads(table, owner, companyId),
    ]);
    return { owner, heads };
  },
  answer: async ({ body, loaded: { owner, heads }, meta }, { commit }) => {
    const { companyId } = body;
    const attempt = async (latest: ChatHeads) => {
      const { chat, operations } = chatCreation(owner, body, latest, meta.nowMs);
      const response = { success: true, chat: chatView(chat) } as const;
      const company = confirmCompanyOwner(owner, companyId);
      return { result: await commit({ ...operations, company }, response), value: response };
    };
    const { result, value } = await onLatest(heads, attempt, newerHeads(owner, companyId));
    // The id is new, so only the company can have refused: it has got another owner.
    if (!result.written) throw new ApiError('COMPANY_NOT_FOUND');
    return value;
  },
});
