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
    "Sends a message and returns the assistant's answer. The assistant knows the company's record, its " +
    'verification results and its monitoring events. You are charged the rate `chat_per_1k_tokens` for the ' +
    'tokens of the question, the context and the answer. The balance must be above zero and cover the ' +
    'question; the rest of the balance limits the length of the answer. In `live`, the offline assistant is ' +
    'free. If there is no answer, nothing is charged or kept. Send an `Idempotency-Key` so that you can ' +
    'safely repeat a request after a 503 or a lost connection: it is charged only once.',
  caller: 'account',
  limit: 'chatMessages',
  path: chatPath,
  body: object({
    message: described(text(4000, { minLength: 1 }), 'Your question, up to 4,000 characters.'),
  }),
  success: {
    200: v.object({
      message: described(v.string(), 'The outcome in a sentence.'),
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
