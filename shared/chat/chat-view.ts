import * as v from 'valibot';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import type { Chat } from './chat.ts';
import { type ChatMessage, SENDERS } from './message.ts';

/** A chat as its owner sees it. */
export const chatBody = component(
  v.object({
    id: described(v.string(), 'Its id (`chat_`).'),
    companyId: described(v.string(), 'The company that it is about.'),
    title: described(v.nullable(v.string()), 'What you call it.'),
    messageCount: described(v.number(), 'How many messages it has, of both sides.', WHOLE),
    lastMessageAt: described(
      v.nullable(v.string()),
      'When its newest message was written; null before the first.',
      DATE_TIME,
    ),
    createdAt: described(v.string(), 'When it was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When it last changed.', DATE_TIME),
  }),
  'Chat',
  'A conversation with the assistant about one company.',
);

/** A message as its owner sees it (interface: Chat message). */
export const messageBody = component(
  v.object({
    id: described(v.string(), 'Its id (`msg_`).'),
    chatId: described(v.string(), 'Its chat.'),
    sender: described(v.picklist(SENDERS), 'Who wrote it: `user` or `ai`.'),
    content: described(v.string(), 'What it says. An answer is plain text: show it as text, not as HTML.'),
    timestampAt: described(v.string(), 'When it was written.', DATE_TIME),
    groundingSources: described(
      v.nullable(
        v.object({
          groundingChunks: described(
            v.array(
              v.object({
                web: described(
                  v.object({
                    uri: described(v.string(), 'Where it is.'),
                    title: described(v.string(), 'What it is called.'),
                  }),
                  'A page.',
                ),
              }),
            ),
            'The pages.',
          ),
        }),
      ),
      'What an answer rests on, where the web was searched for it; else null.',
    ),
  }),
  'ChatMessage',
  'One message of a chat.',
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
