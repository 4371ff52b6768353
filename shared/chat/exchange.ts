import type { Item, Key, WriteOperation } from '#shared/db/expressions';
import { type Attempted, newerAmong, onLatest } from '#shared/db/latest';
import type { TransactionResult } from '#shared/db/named-operations';
import { ApiError } from '#shared/errors/api-error';
import { type Clock, isoTime } from '#shared/platform/clock';
import { grouped } from '#shared/platform/grouped';
import { newId } from '#shared/platform/ids';
import type { ModelAnswer } from '#shared/sources/assistant-model';
import { type Hold, runningHolds } from '#shared/wallet/hold';
import { post } from '#shared/wallet/ledger';
import { debitOf } from '#shared/wallet/payment';
import type { Rate } from '#shared/wallet/rates';
import { availableKobo, type Wallet, walletRecord } from '#shared/wallet/wallet';
import { answerContent } from './ask-model.ts';
import type { Chat } from './chat.ts';
import { chatRecord, countMessages } from './chat-writes.ts';
import { type ChatMessage, messageWrite } from './message.ts';
import { costKobo } from './pricing.ts';

/** A message and its answer, before they are numbered in their chat. */
export interface Exchange {
  readonly userText: string;
  readonly askedAtMs: number;
  readonly answer: ModelAnswer;
  readonly answeredAtMs: number;
  /** The hold that the wallet has for it, and the rate; undefined for a free answer. */
  readonly payment: { readonly hold: Hold; readonly rate: Rate } | undefined;
  /** Where the response is kept for repeated requests. */
  readonly keptAnswer: Key | undefined;
}

/** The state that an exchange is written from, which others may change in the meantime. */
interface Snapshot {
  readonly chat: Chat;
  readonly wallet: Wallet;
}

/** A message and its answer, as recorded in their chat. */
interface Recorded {
  readonly userMessage: ChatMessage;
  readonly aiMessage: ChatMessage;
}

/** The tokens of question and answer, and their charge. */
interface Charge {
  readonly tokens: number;
  readonly amountKobo: number;
}

const messagesOf = ({ chat }: Snapshot, exchange: Exchange): Recorded => {
  const { userText, askedAtMs, answer, answeredAtMs, keptAnswer } = exchange;
  const messageOf = (
    number: number,
    atMs: number,
    fields: Pick<ChatMessage, 'sender' | 'content' | 'groundingSources' | 'keptAnswer'>,
  ) => ({
    id: newId('msg', atMs),
    chatId: chat.id,
    number,
    ...fields,
    timestampAt: isoTime(atMs),
  });
  return {
    userMessage: messageOf(chat.messageCount + 1, askedAtMs, {
      sender: 'user',
      content: userText,
      groundingSources: null,
      ...(keptAnswer && { keptAnswer }),
    }),
    aiMessage: messageOf(chat.messageCount + 2, answeredAtMs, { sender: 'ai', ...answerContent(answer) }),
  };
};

/** The charge of an exchange: all tokens that it took, but no more than the hold and the balance that nobody holds. */
const chargeOf = ({ wallet }: Snapshot, { answer, payment, answeredAtMs }: Exchange): Charge => {
  const tokens = answer.inputTokens + answer.outputTokens;
  if (!payment) return { tokens, amountKobo: 0 };
  const { hold, rate } = payment;
  const freeKobo = availableKobo({ ...wallet, holds: wallet.holds.filter(({ id }) => id !== hold.id) }, answeredAtMs);
  return { tokens, amountKobo: Math.min(costKobo(tokens, rate), freeKobo) };
};

/** The charge that ends the hold; nothing for a free answer. */
const paymentWrites = (
  { wallet }: Snapshot,
  { answeredAtMs, payment }: Exchange,
  charge: Charge,
  aiMessage: ChatMessage,
  nowMs: number,
) => {
  if (!payment) return {};
  const { hold, rate } = payment;
  // Once the lease of a hold has ended, others may spend what it reserved, even if it has not been dropped yet.
  if (!runningHolds(wallet.holds, nowMs).some(({ id }) => id === hold.id)) throw new ApiError('SERVICE_UNAVAILABLE');
  const description = `Chat assistant, ${grouped(charge.tokens)} tokens`;
  const debits = debitOf({ ...rate, priceKobo: charge.amountKobo, description }, aiMessage.id);
  return post(wallet, debits, answeredAtMs, hold).operations;
};

/** The writes of an exchange: both messages, their numbers in the chat, and the charge. */
const exchangeWrites = (
  snapshot: Snapshot,
  exchange: Exchange,
  { userMessage, aiMessage }: Recorded,
  charge: Charge,
  nowMs: number,
) => ({
  ...paymentWrites(snapshot, exchange, charge, aiMessage, nowMs),
  chat: countMessages(snapshot.chat, aiMessage.number, exchange.answeredAtMs),
  userMessage: messageWrite(snapshot.chat, userMessage),
  aiMessage: messageWrite(snapshot.chat, aiMessage),
});

/** The latest chat and wallet, when only they refused: `newer` of `onLatest`. Undefined for a deleted chat. */
const newerSnapshot = (snapshot: Snapshot, found: readonly (Item | undefined)[]): Snapshot | undefined => {
  const { chat, wallet } = snapshot;
  const others = found.filter((item) => item?.['chatId'] !== chat.id);
  // Only the numbers of its messages were taken.
  if (others.length === 0 && found.length > 0) return snapshot;
  if (others.some((item) => item?.['deletedAt'] !== undefined)) return undefined;
  return newerAmong<Snapshot>({ chat: chatRecord(chat), wallet: walletRecord(wallet) })(snapshot, others);
};

/** The effects of recording an exchange. */
interface ExchangeEffects<Response> {
  readonly commit: (
    operations: Readonly<Record<string, WriteOperation | undefined>>,
    response: Response,
  ) => Promise<TransactionResult>;
  readonly clock: Clock;
}

/**
 * Writes an exchange with its charge, all or nothing, after whatever others have written to the chat and the wallet in
 * the meantime. Concurrent exchanges follow each other, each message directly before its own answer.
 *
 * @param effects `commit` writes the operations with the response.
 * @throws ApiError CHAT_NOT_FOUND for a chat that was deleted in the meantime; SERVICE_UNAVAILABLE for a hold whose
 * lease has ended. Nothing is written or charged then.
 */
export const recordExchange = async <Response>(
  start: Snapshot,
  exchange: Exchange,
  respond: (recorded: Recorded, charge: Charge) => Response,
  { commit, clock }: ExchangeEffects<Response>,
): Promise<Response> => {
  const attempt = async (snapshot: Snapshot): Promise<Attempted<Response>> => {
    const recorded = messagesOf(snapshot, exchange);
    const charge = chargeOf(snapshot, exchange);
    const value = respond(recorded, charge);
    return { result: await commit({ ...exchangeWrites(snapshot, exchange, recorded, charge, clock()) }, value), value };
  };
  const { result, value } = await onLatest(start, attempt, newerSnapshot);
  if (!result.written) throw new ApiError('CHAT_NOT_FOUND');
  return value;
};
