import * as v from 'valibot';
import { messageBody } from '#shared/chat/chat-view';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { chatPath } from './contract-parts.ts';

/** Sends a message to the assistant. */
export const sendMessage = contract({
  name: 'send-message',
  group: 'chat',
  method: 'POST',
  route: '/v1/chat/{chatId}/message',
  summary: 'Send a message to the assistant',
  description:
    'The assistant answers from what the service knows of the company: its record, its verification results and its ' +
    'monitoring events. Message and answer are kept together, and charged by the rate `chat_per_1k_tokens`: what the ' +
    'question, with all that the assistant is told, and the answer took in tokens. The balance must be above zero and ' +
    'cover the question; it limits the length of the answer. The offline assistant costs nothing in `live`. Without an answer nothing is charged and nothing is kept. ' +
    'Send an `Idempotency-Key`: after a 503 or a lost connection the same request can be repeated with it, and is ' +
    'charged once.',
  caller: 'account',
  limit: 'chatMessages',
  path: chatPath,
  body: object({
    message: described(text(4000, { minLength: 1 }), 'What you ask, in at most 4,000 characters.'),
  }),
  success: {
    200: v.object({
      message: described(v.string(), 'How the answer ended, in a sentence.'),
      userMessage: messageBody,
      aiMessage: messageBody,
    }),
  },
  errors: ['CHAT_NOT_FOUND', 'COMPANY_NOT_FOUND', 'INSUFFICIENT_BALANCE', 'SOURCE_UNAVAILABLE'],
  idempotent: 'claim',
  answerHeaders: ['X-Tokens', 'X-Charge-Kobo'],
  timeoutSeconds: 29,
  touches: {
    reads: [
      'chat',
      'chatMessages',
      'company',
      'checksOfCompany',
      'addressesOfCompany',
      'addressVerification',
      'vendor',
      'wallet',
      'rates',
    ],
    writes: ['chat', 'chatMessages', 'wallet', 'outbox'],
    uses: ['model'],
  },
});
