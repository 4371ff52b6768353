import { everyMessage, findChat, messagePage } from '#shared/chat/chat-repository';
import { chatView, messageView } from '#shared/chat/chat-view';
import { ApiError } from '#shared/errors/api-error';
import { pagination, requestedPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readChat } from './read-chat.contract.ts';

/** GET /v1/chat/{chatId} */
export const handler = serve(readChat, {
  load: async ({ path: { chatId }, query, caller }, { table }) => {
    const page = requestedPage(query);
    const finding = findChat(table, caller, chatId);
    if (!page) {
      const [chat, messages] = await Promise.all([finding, everyMessage(table, caller, chatId)]);
      return chat && { chat, messages };
    }
    const count = finding.then((chat) => chat?.messageCount ?? 0);
    const [chat, { entries: messages, total }] = await Promise.all([
      finding,
      messagePage(table, caller, chatId, page, count),
    ]);
    return chat && { chat, messages, pagination: pagination(page, total) };
  },
  answer: ({ loaded }) => {
    if (!loaded) throw new ApiError('CHAT_NOT_FOUND');
    const { chat, messages, ...paging } = loaded;
    if (!messages) throw new ApiError('RESULT_TOO_LARGE');
    return { success: true, chat: chatView(chat), messages: messages.map(messageView), ...paging } as const;
  },
});
