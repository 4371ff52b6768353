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
    'With all of its messages, newest first, or with a page of them: `page` and `limit` add `pagination`. Messages that ' +
    'do not fit in 5 MB, or are more than 50,000, are `422 RESULT_TOO_LARGE`: ask for pages then.',
  caller: 'account',
  path: chatPath,
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      chat: chatBody,
      messages: described(v.array(messageBody), 'Its messages, newest first.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  errors: ['CHAT_NOT_FOUND', 'RESULT_TOO_LARGE'],
  touches: { reads: ['chat', 'chatMessages'] },
});
