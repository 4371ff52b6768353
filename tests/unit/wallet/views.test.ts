import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateView } from '#shared/wallet/views';

const priced = (priceKobo: number) =>
  rateView({ actionKey: 'kyb_session_base', priceKobo, description: 'A session', category: 'onboarding' });

test('naira are the kobo with two decimals, as people write them, and convert back to the same kobo', () => {
  fc.assert(
    // A hundred billion naira: more than there are in circulation.
    fc.property(fc.integer({ min: 0, max: 10_000_000_000_000 }), (kobo) => {
      const { price, priceKobo } = priced(kobo);
      expect(priceKobo).toBe(kobo);
      expect(String(price)).toMatch(/^\d+(?:\.\d{1,2})?$/);
      expect(Math.round(price * 100)).toBe(kobo);
    }),
    { numRuns: 1000 },
  );
});
