import * as v from 'valibot';

/** The events of watches that change without a request of their account. */
export const WATCH_EVENTS = {
  'monitoring.watch.paused': {
    webhook: null,
    summary: 'The watch of a vendor was paused because its month was unpaid for three days.',
    data: v.object({ vendorId: v.string(), priceKobo: v.number(), paidUntil: v.string() }),
    example: {
      vendorId: 'cmp_01KAJ3Z4T7B0D2F5H8K1M3P6R9',
      priceKobo: 100_000,
      paidUntil: '2026-11-18T14:03:25.004Z',
    },
  },
} as const;
