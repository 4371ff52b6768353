import { ApiError } from '#shared/errors/api-error';
import type { Rate } from '#shared/wallet/rates';

/** The rate of chats: the price of 1,000 tokens. */
export const CHAT_RATE = 'chat_per_1k_tokens';

type Price = Pick<Rate, 'priceKobo'>;

/**
 * The cost of tokens in kobo: a thousandth of the rate each. It is exact for every rate that 1,000 divides, as it does
 * the standard one of 10 kobo a token. For other rates, a message is rounded up to a whole kobo, once.
 */
export const costKobo = (tokens: number, { priceKobo }: Price): number =>
  Number((BigInt(tokens) * BigInt(priceKobo) + 999n) / 1_000n);

/** The number of tokens that an amount covers. */
const tokensFor = (amountKobo: number, { priceKobo }: Price): number =>
  priceKobo === 0 ? Number.MAX_SAFE_INTEGER : Number((BigInt(amountKobo) * 1_000n) / BigInt(priceKobo));

/**
 * Minimum tokens of an answer that a balance must cover. With fewer, a model may stop before its first word, so that a
 * balance that is too low would look like a failure of the model.
 */
const MIN_ANSWER_TOKENS = 16;

/** The maximum cost of a message. */
export interface Quote {
  /** Maximum tokens of the answer. */
  readonly maxTokens: number;
  /** The maximum cost of question and answer. */
  readonly holdKobo: number;
}

/**
 * Quotes a message for a wallet: the question, and an answer as long as the stage allows and the wallet covers.
 *
 * @param availableKobo the balance without holds.
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}` when nothing is available, or too
 * little for the question and the shortest answer.
 */
export const quoteFor = (
  availableKobo: number,
  { questionTokens, maxAnswerTokens }: { readonly questionTokens: number; readonly maxAnswerTokens: number },
  rate: Price,
): Quote => {
  const answerTokens = tokensFor(Math.max(0, availableKobo), rate) - questionTokens;
  const leastTokens = Math.min(MIN_ANSWER_TOKENS, maxAnswerTokens);
  if (availableKobo <= 0 || answerTokens < leastTokens) {
    const requiredKobo = Math.max(1, costKobo(questionTokens + leastTokens, rate));
    throw new ApiError('INSUFFICIENT_BALANCE', { details: { balanceKobo: availableKobo, requiredKobo } });
  }
  const maxTokens = Math.min(maxAnswerTokens, answerTokens);
  return { maxTokens, holdKobo: costKobo(questionTokens + maxTokens, rate) };
};
