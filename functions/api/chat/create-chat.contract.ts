import * as v from 'valibot';
import { chatBody } from '#shared/chat/chat-view';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText, text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** Opens a chat with the assistant about a company. */
export const createChat = contract({
  name: 'create-chat',
  group: 'chat',
  method: 'POST',
  route: '/v1/chat',
  summary: 'Create a chat',
  description: 'Creates a chat about one of your companies. Creating a chat is free; messages are charged.',
  caller: 'account',
  body: object({
    companyId: described(idText, 'The id of the company that the chat is about (`cmp_`).'),
    title: v.optional(v.nullable(described(text(200, { minLength: 1, trim: true }), 'Your name for the chat.'))),
  }),
  success: { 201: v.object({ success: succeeded, chat: chatBody }) },
  errors: ['COMPANY_NOT_FOUND'],
  idempotent: 'commit',
  links: [
    { to: 'read-chat', parameters: { chatId: 'chat.id' } },
    { to: 'send-message', parameters: { chatId: 'chat.id' } },
    { to: 'delete-chat', parameters: { chatId: 'chat.id' } },
  ],
  touches: { reads: ['company', 'chatList', 'chatListOfCompany'], writes: ['chat', 'chatList', 'chatListOfCompany'] },
});
