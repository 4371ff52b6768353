import type { AlarmEntry } from './entry.ts';
import { count } from './searches.ts';

/** Alarms on payments. */
export const MONEY_ALARMS: readonly AlarmEntry[] = [
  {
    name: 'payments-failing',
    meansToCustomer: 'Wallets cannot be topped up: Paystack does not answer us.',
    looks: [
      { at: 'Why', run: count('PAYMENTS_UNAVAILABLE', 'function', 'reason') },
      { at: '[Status of Paystack](https://status.paystack.com)' },
    ],
    end: '`refused`, `misconfigured`, `secret_unavailable`: correct [its secret](deploying.md#before-the-first-deploy). Otherwise wait: top-ups are tried again.',
    source: { own: 'PaymentsUnavailable' },
    minutes: 15,
    periods: 2,
    threshold: { from: 3 },
  },
  {
    name: 'top-ups-mismatched',
    meansToCustomer: 'Somebody paid another amount or currency than requested: nothing is credited until we settle it.',
    looks: [{ at: 'Which', run: count('TOP_UP_MISMATCHED', 'reference') }, { at: 'The payment, at Paystack' }],
    end: 'To credit what was paid, run `npm run ops -- settle-payment top_... credit --stage prod --dry-run`, then with `--yes-prod` instead; or refund it there and use `refunded`.',
    source: { own: 'TopUpsMismatched' },
    minutes: 5,
    threshold: { from: 1 },
  },
];
