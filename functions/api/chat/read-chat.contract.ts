import * as v from 'valibot';
import { chatBody, messageBody } from '#shared/chat/chat-view';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { described } from '#shared/platform/described';
import { chatPath } from './contract-parts.ts';

/** Reads a chat with its messages. */
export const readChat = contract({
  name: 'read-chat',
  group: 'chat',
  method: 'GET',
  route: '/v1/chat/{chatId}',
  summary: 'Read a chat',
  description:
    'Returns a chat with all its messages, newest first. Send `page` or `limit` to get one page of messages ' +
    'with `pagination`. If a chat has more than 50,000 messages or 5 MB of them, the response is `422 ' +
    'RESULT_TOO_LARGE`: read it in pages.',
  caller: 'account',
  path: chatPath,
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      chat: chatBody,
      messages: described(v.array(messageBody), 'The messages of the chat, newest first.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  errors: ['CHAT_NOT_FOUND', 'RESULT_TOO_LARGE'],
  touches: { reads: ['chat', 'chatMessages'] },
});
