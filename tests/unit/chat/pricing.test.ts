import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { costKobo, quoteFor } from '#shared/chat/pricing';
import { ApiError } from '#shared/errors/api-error';

const STANDARD = { priceKobo: 10_000 };

describe('Tokens cost', () => {
  test('10 kobo each at the standard rate, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (tokens) => costKobo(tokens, STANDARD) === 10 * tokens),
    );
  });

  test('a thousandth of the rate each, at any rate, rounded up once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (tokens, priceKobo) => {
          const cost = costKobo(tokens, { priceKobo });
          const exact = tokens * priceKobo;
          return cost * 1_000 >= exact && cost * 1_000 < exact + 1_000;
        },
      ),
    );
  });

  test('without loss, up to the largest number that can be counted', () => {
    expect(costKobo(1_000_001, { priceKobo: 9_007_199_254 })).toBe(9_007_208_261_200);
  });
});

describe('A quote', () => {
  const limits = { questionTokens: 500, maxAnswerTokens: 1_024 };

  test('holds the most that question and answer can cost', () => {
    expect(quoteFor(1_000_000, limits, STANDARD)).toStrictEqual({ maxTokens: 1_024, holdKobo: 15_240 });
  });

  test('never holds more than is available, and covers the question and an answer at any rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 4_096 }),
        (availableKobo, priceKobo, questionTokens, maxAnswerTokens) => {
          const rate = { priceKobo };
          try {
            const { maxTokens, holdKobo } = quoteFor(availableKobo, { questionTokens, maxAnswerTokens }, rate);
            expect(holdKobo).toBeLessThanOrEqual(availableKobo);
            expect(maxTokens).toBeGreaterThanOrEqual(Math.min(16, maxAnswerTokens));
            expect(maxTokens).toBeLessThanOrEqual(maxAnswerTokens);
            expect(holdKobo).toBe(costKobo(questionTokens + maxTokens, rate));
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            expect(costKobo(questionTokens + Math.min(16, maxAnswerTokens), rate)).toBeGreaterThan(availableKobo);
          }
        },
      ),
    );
  });

  test('covers an answer of at least 16 tokens, because no model can answer in fewer', () => {
    expect(quoteFor(5_160, limits, STANDARD)).toStrictEqual({ maxTokens: 16, holdKobo: 5_160 });
    expect(() => quoteFor(5_159, limits, STANDARD)).toThrow(
      expect.objectContaining({ extras: { details: { balanceKobo: 5_159, requiredKobo: 5_160 } } }),
    );
  });

  test.each([0, -1])('with nothing available, %d kobo, is a 402 even if tokens are free', (availableKobo) => {
    expect(() => quoteFor(availableKobo, limits, { priceKobo: 0 })).toThrow(ApiError);
  });
});
