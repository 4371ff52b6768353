import { listChats as readChats } from '#shared/chat/chat-repository';
import { chatView } from '#shared/chat/chat-view';
import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listChats } from './list-chats.contract.ts';

/** GET /v1/chat */
export const handler = serve(listChats, {
  load: ({ query, caller }, { table }) => readChats(table, caller, query.companyId, query),
  answer: ({ query, loaded: { chats, total } }) => ({
    success: true,
    chats: chats.map(chatView),
    pagination: pagination(query, total),
  }),
});
