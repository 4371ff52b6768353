import * as v from 'valibot';
import { chatBody } from '#shared/chat/chat-view';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { idFilter } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** Lists the chats of the account. */
export const listChats = contract({
  name: 'list-chats',
  group: 'chat',
  method: 'GET',
  route: '/v1/chat',
  summary: 'List chats',
  description: "Lists the chats in the credential's environment (`live` for a session), newest first.",
  caller: 'account',
  query: object({
    companyId: v.optional(described(idFilter, 'Only chats about this company (`cmp_`).')),
    ...pageQueryEntries,
  }),
  success: {
    200: v.object({
      success: succeeded,
      chats: described(v.array(chatBody), 'The chats on this page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['chatList', 'chatListOfCompany', 'chats', 'chatsAboutCompany'] },
});
