import { fromChatItem, numbersOf } from '#shared/chat/chat';
import { findChatItem } from '#shared/chat/chat-repository';
import { chatDeletion } from '#shared/chat/chat-writes';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { deleteChat } from './delete-chat.contract.ts';

/** DELETE /v1/chat/{chatId} */
export const handler = serve(deleteChat, {
  load: ({ path, caller }, { table }) => findChatItem(table, caller, path.chatId),
  answer: async ({ loaded: item, meta }, { commit }) => {
    if (!item) throw new ApiError('CHAT_NOT_FOUND');
    const chat = fromChatItem(item);
    const response = { success: true, message: 'Chat deleted.' } as const;
    const result = await commit(chatDeletion(chat, numbersOf(chat, item), meta.nowMs), response);
    // Deleted by another call since it was read.
    if (!result.written) throw new ApiError('CHAT_NOT_FOUND');
    return response;
  },
});
