import * as v from 'valibot';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import type { Chat } from './chat.ts';
import { type ChatMessage, SENDERS } from './message.ts';

/** A chat as its owner sees it. */
export const chatBody = component(
  v.object({
    id: described(v.string(), 'The id of the chat (`chat_`).'),
    companyId: described(v.string(), 'The id of the company that the chat is about (`cmp_`).'),
    title: described(v.nullable(v.string()), 'Your name for the chat. Null if there is none.'),
    messageCount: described(v.number(), "The number of messages in the chat, yours and the assistant's.", WHOLE),
    lastMessageAt: described(
      v.nullable(v.string()),
      'When the latest message was written. Null if there is none yet.',
      DATE_TIME,
    ),
    createdAt: described(v.string(), 'When the chat was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When the chat last changed.', DATE_TIME),
  }),
  'Chat',
  'A conversation with the assistant about one company.',
);

/** A message as its owner sees it (interface: Chat message). */
export const messageBody = component(
  v.object({
    id: described(v.string(), 'The id of the message (`msg_`).'),
    chatId: described(v.string(), 'The id of the chat that the message belongs to (`chat_`).'),
    sender: described(v.picklist(SENDERS), 'Who wrote the message: you (`user`) or the assistant (`ai`).'),
    content: described(v.string(), 'The text of the message. Answers are plain text: show them as text, not as HTML.'),
    timestampAt: described(v.string(), 'When the message was written.', DATE_TIME),
    groundingSources: described(
      v.nullable(
        v.object({
          groundingChunks: described(
            v.array(
              v.object({
                web: described(
                  v.object({
                    uri: described(v.string(), 'The URL of the page.'),
                    title: described(v.string(), 'The title of the page.'),
                  }),
                  'A web page.',
                ),
              }),
            ),
            'The web pages that the answer is based on.',
          ),
        }),
      ),
      'The web pages that the answer is based on. Null unless the assistant searched the web.',
    ),
  }),
  'ChatMessage',
  'A message in a chat.',
);

/** Shows a chat to its owner. */
export const chatView = ({
  id,
  companyId,
  title,
  messageCount,
  lastMessageAt,
  createdAt,
  updatedAt,
}: Chat): v.InferOutput<typeof chatBody> => ({
  id,
  companyId,
  title,
  messageCount,
  lastMessageAt,
  createdAt,
  updatedAt,
});

/** Shows a message to its chat's owner. */
export const messageView = ({
  number: _,
  keptAnswer: __,
  ...message
}: ChatMessage): v.InferOutput<typeof messageBody> => message;
