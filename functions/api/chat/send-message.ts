import { findLatestOfCompany } from '#shared/addresses/address-repository';
import { answerMessage, askModel, modelSignal } from '#shared/chat/ask-model';
import { findChat, lastMessages } from '#shared/chat/chat-repository';
import { messageView } from '#shared/chat/chat-view';
import { assistantContext, MAX_ENTRIES } from '#shared/chat/context';
import { recordExchange } from '#shared/chat/exchange';
import { INSTRUCTIONS } from '#shared/chat/instructions';
import { CHAT_RATE, type Quote, quoteFor } from '#shared/chat/pricing';
import { ownedCompany } from '#shared/companies/company-repository';
import type { ItemReader, Table, TableReader } from '#shared/db/operations';
import { newestChecksOfCompany } from '#shared/direct-checks/company-checks';
import { ApiError } from '#shared/errors/api-error';
import type { Claim } from '#shared/http/idempotency/claim-key';
import { keptAnswerKey } from '#shared/http/idempotency/idempotency';
import { serve } from '#shared/http/serve';
import { listRecentEvents } from '#shared/monitoring/vendors/event-repository';
import { systemClock } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { errorFields } from '#shared/platform/logger';
import { callerEnvironment, type Scope } from '#shared/platform/scope';
import { model } from '#shared/sources/model-of-stage';
import { readRate } from '#shared/wallet/rates';
import { release, reserve } from '#shared/wallet/reserve';
import { availableKobo, loadWallet } from '#shared/wallet/wallet';
import { sendMessage } from './send-message.contract.ts';

/** Reads the data about a chat's company, if the caller owns it. @throws ApiError COMPANY_NOT_FOUND. */
const readKnown = async (table: TableReader, caller: Scope, companyId: string) => {
  const owner = callerEnvironment(caller);
  const [company, checks, visit, events] = await Promise.all([
    ownedCompany(table, caller, companyId),
    newestChecksOfCompany(table, owner, companyId, MAX_ENTRIES),
    findLatestOfCompany(table, owner, companyId),
    listRecentEvents(table, companyId, MAX_ENTRIES),
  ]);
  return { company, checks, visit, events };
};

/** Reads what pays for a message: the wallet of the chat's environment, and the rate. */
const readPayment = async (table: ItemReader, caller: Scope) => {
  const [wallet, rate] = await Promise.all([loadWallet(table, callerEnvironment(caller)), readRate(table, CHAT_RATE)]);
  return { wallet, rate };
};

/** The table, with the claim of the request's key in each write: a hold is placed with it, or neither. */
const claimingTable = ({ get }: Pick<Table, 'get'>, claim: Claim): Pick<Table, 'get' | 'write'> => ({
  get,
  write: async (operation) => {
    const result = await claim({ operation });
    return result.written
      ? { written: true, item: undefined }
      : { written: false, found: result.refusals.operation?.found };
  },
});

/**
 * POST /v1/chat/{chatId}/message. The maximum cost of question and answer is reserved with the claim of the idempotency
 * key, before the model is asked, so that concurrent messages never spend the same kobo. The charge, both messages and
 * the response are one transaction.
 */
export const handler = serve(sendMessage, {
  effects: [model],
  load: async ({ path: { chatId }, caller }, { table }) => {
    const finding = findChat(table, caller, chatId);
    const [chat, messages, payment] = await Promise.all([
      finding,
      lastMessages(table, caller, chatId),
      // If the chat is not the caller's, that is the error to report.
      readPayment(table, caller).catch(async (error: unknown) => {
        if (await finding) throw error;
        return undefined;
      }),
    ]);
    return chat && payment && { chat, messages, ...payment };
  },
  answer: async (
    { body, caller, loaded, meta },
    { table, claim, commit, repeatable, log, metrics, timeLeftMs, model: modelOf },
  ) => {
    if (!loaded) throw new ApiError('CHAT_NOT_FOUND');
    const { chat, messages, rate } = loaded;
    const { nowMs } = meta;
    const assistant = modelOf(chat.environment);
    const known = await readKnown(table, caller, chat.companyId);
    const context = assistantContext({ ...known, messages }, body.message);
    const system = INSTRUCTIONS;
    const limits = {
      questionTokens: assistant.countQuestion({ system, context }),
      maxAnswerTokens: assistant.maxAnswerTokens,
    };
    if (assistant.isFree) await claim();
    let quote: Quote | undefined;
    const wallets = { get: table.get, write: repeatable.write };
    const reserved = assistant.isFree
      ? undefined
      : await reserve(
          claimingTable(table, claim),
          loaded.wallet,
          newId('msg', nowMs),
          (latest) => {
            quote = quoteFor(availableKobo(latest, nowMs), limits, rate);
            return quote.holdKobo;
          },
          nowMs,
        );
    try {
      const { maxTokens } = quote ?? { maxTokens: assistant.maxAnswerTokens };
      const question = { system, context, maxTokens, signal: modelSignal(timeLeftMs()) };
      const answer = await askModel(assistant, question, { log, metrics });
      const payment = reserved && { hold: reserved.hold, rate };
      const [askedAtMs, answeredAtMs] = [nowMs, systemClock()];
      const keptAnswer = keptAnswerKey(caller, meta);
      return await recordExchange(
        { chat, wallet: reserved?.wallet ?? loaded.wallet },
        { userText: body.message, askedAtMs, answer, answeredAtMs, payment, keptAnswer },
        ({ userMessage, aiMessage }, { tokens, amountKobo }) =>
          ({
            status: 200,
            body: {
              message: answerMessage(answer),
              userMessage: messageView(userMessage),
              aiMessage: messageView(aiMessage),
            },
            headers: { 'X-Tokens': String(tokens), 'X-Charge-Kobo': String(amountKobo) },
          }) as const,
        { commit, clock: systemClock },
      );
    } catch (error) {
      await (reserved && release(wallets, reserved.wallet, reserved.hold))?.catch((failure: unknown) => {
        log.warn('HOLD_NOT_RELEASED', errorFields(failure));
      });
      throw error;
    }
  },
});
