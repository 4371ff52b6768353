import { ApiError } from '#shared/errors/api-error';
import type { Rate } from '#shared/wallet/rates';

/** The rate of chats: the price of 1,000 tokens. */
export const CHAT_RATE = 'chat_per_1k_tokens';

type Price = Pick<Rate, 'priceKobo'>;

/**
 * What tokens cost, in kobo: a thousandth of the rate each. Exact at every rate that 1,000 divides, as the standard one of
 * 10 kobo a token; else a message is rounded up to a whole kobo, once.
 */
export const costKobo = (tokens: number, { priceKobo }: Price): number =>
  Number((BigInt(tokens) * BigInt(priceKobo) + 999n) / 1_000n);

/** How many tokens an amount covers. */
const tokensFor = (amountKobo: number, { priceKobo }: Price): number =>
  priceKobo === 0 ? Number.MAX_SAFE_INTEGER : Number((BigInt(amountKobo) * 1_000n) / BigInt(priceKobo));

/**
 * Tokens of an answer that a balance has to cover: with fewer a model may end before its first word, and the message would
 * be a failure of the model each time, instead of a balance that is too low.
 */
const LEAST_ANSWER_TOKENS = 16;

/** What a message may cost. */
export interface Quote {
  /** Tokens that the answer may have. */
  readonly maxTokens: number;
  /** What question and answer cost at most. */
  readonly holdKobo: number;
}

/**
 * What a message may cost of a wallet: the question, and an answer as long as allowed and covered.
 *
 * @param availableKobo what of the balance nobody holds.
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}` when nothing is available, or not
 * enough for the question and the shortest answer.
 */
export const quoteFor = (
  availableKobo: number,
  { questionTokens, maxAnswerTokens }: { readonly questionTokens: number; readonly maxAnswerTokens: number },
  rate: Price,
): Quote => {
  const answerTokens = tokensFor(Math.max(0, availableKobo), rate) - questionTokens;
  const leastTokens = Math.min(LEAST_ANSWER_TOKENS, maxAnswerTokens);
  if (availableKobo <= 0 || answerTokens < leastTokens) {
    const requiredKobo = Math.max(1, costKobo(questionTokens + leastTokens, rate));
    throw new ApiError('INSUFFICIENT_BALANCE', { details: { balanceKobo: availableKobo, requiredKobo } });
  }
  const maxTokens = Math.min(maxAnswerTokens, answerTokens);
  return { maxTokens, holdKobo: costKobo(questionTokens + maxTokens, rate) };
};
