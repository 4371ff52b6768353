import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { chatPath } from './contract-parts.ts';

/** Deletes a chat. */
export const deleteChat = contract({
  name: 'delete-chat',
  group: 'chat',
  method: 'DELETE',
  route: '/v1/chat/{chatId}',
  summary: 'Delete a chat',
  description: 'Deletes a chat and its messages, and erases their contents. Charges for its messages are not refunded.',
  caller: 'account',
  path: chatPath,
  success: { 200: v.object({ success: succeeded, message: resultMessage }) },
  errors: ['CHAT_NOT_FOUND'],
  touches: { reads: ['chat'], writes: ['chat', 'chatList', 'chatListOfCompany'] },
});
