import { listChats as readChats } from '#shared/chat/chat-repository';
import { chatView } from '#shared/chat/chat-view';
import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listChats } from './list-chats.contract.ts';

/** GET /v1/chat */
export const handler = serve(listChats, {
  load: ({ query, caller }, { table }) => readChats(table, caller, query.companyId, query),
  answer: async ({ query, loaded: page }) => {
    const { data: chats, pagination } = await pageBody(page, query, chatView);
    return { success: true, chats, pagination };
  },
});
