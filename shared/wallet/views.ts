import * as v from 'valibot';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { ENTRY_TYPES, type LedgerEntry } from './ledger-entry.ts';
import type { Rate } from './rates.ts';
import type { SavedCard } from './saved-card.ts';
import { TOP_UP_STATUSES, type TopUp } from './top-up.ts';
import { STOP_REASONS, type Wallet } from './wallet.ts';

/** Naira of an amount; money is counted in kobo everywhere else. */
const naira = (amountKobo: number): number => amountKobo / 100;

/** A pricing rate as the API shows it (interface: Pricing rate). */
export const rateBody = component(
  v.object({
    actionKey: described(v.string(), 'The action, as transactions name it.'),
    price: described(v.number(), 'Its price in naira.'),
    priceKobo: described(v.number(), 'Its price in kobo.', WHOLE),
    description: described(v.string(), 'The action in words.'),
    category: described(v.string(), 'The group that the action belongs to.'),
  }),
  'PricingRate',
  'The current price of an action.',
);

/** Shows a rate. */
export const rateView = ({ actionKey, priceKobo, description, category }: Rate) => ({
  actionKey,
  price: naira(priceKobo),
  priceKobo,
  description,
  category,
});

/** A wallet as the API shows it. */
export const walletBody = component(
  v.object({
    environment: environmentSchema,
    balanceKobo: described(v.number(), 'The balance, in kobo.', WHOLE),
    balance: described(v.number(), 'The balance, in naira.'),
    currency: described(v.literal('NGN'), 'Always naira.'),
    lowBalanceThresholdKobo: described(
      v.number(),
      'The balance below which the account is mailed, in kobo; 0 for never.',
      WHOLE,
    ),
    autoTopUp: component(
      v.object({
        enabled: described(v.boolean(), 'Whether automatic top-ups are on.'),
        thresholdKobo: described(v.number(), 'The balance, in kobo, below which a debit causes one.', WHOLE),
        amountKobo: described(v.number(), 'How much each adds, in kobo.', WHOLE),
        stoppedReason: described(
          v.nullable(v.picklist(STOP_REASONS)),
          'Why they were turned off: `card_removed`, because the saved card was removed, or `payments_failed`, after three ' +
            'failures in a row. Null while they are on, and after you turned them off.',
        ),
      }),
      'AutoTopUp',
      'Automatic top-ups.',
    ),
    updatedAt: described(v.string(), 'When it last changed.', DATE_TIME),
  }),
  'Wallet',
  'The money of an account in one environment.',
);

/** Shows a wallet. */
export const walletView = ({ environment, balanceKobo, lowBalanceThresholdKobo, autoTopUp, updatedAt }: Wallet) => ({
  environment,
  balanceKobo,
  balance: naira(balanceKobo),
  currency: 'NGN' as const,
  lowBalanceThresholdKobo,
  autoTopUp: {
    enabled: autoTopUp.enabled,
    thresholdKobo: autoTopUp.thresholdKobo,
    amountKobo: autoTopUp.amountKobo,
    stoppedReason: autoTopUp.stoppedReason ?? null,
  },
  updatedAt,
});

/** A ledger entry as the API shows it. */
export const transactionBody = component(
  v.object({
    id: described(v.string(), 'Its id (`txn_`).'),
    type: described(
      v.picklist(ENTRY_TYPES),
      '`credit`: money was added to the wallet; `debit`: money was taken from it.',
    ),
    amountKobo: described(v.number(), 'The amount in kobo; never negative.', WHOLE),
    balanceAfterKobo: described(v.number(), 'The balance after it, in kobo.', WHOLE),
    actionKey: described(
      v.nullable(v.string()),
      'The action that was paid for or refunded, as in the pricing rates; null for money that was put in.',
    ),
    description: described(v.string(), 'The entry in words.'),
    reference: described(v.nullable(v.string()), 'What it belongs to: an applicant, a top-up.'),
    environment: environmentSchema,
    createdAt: described(v.string(), 'When it was booked.', DATE_TIME),
  }),
  'Transaction',
  'One entry of the ledger of a wallet.',
);

/** Shows a ledger entry. */
export const transactionView = (entry: LedgerEntry): v.InferOutput<typeof transactionBody> => ({
  id: entry.id,
  type: entry.type,
  amountKobo: entry.amountKobo,
  balanceAfterKobo: entry.balanceAfterKobo,
  actionKey: entry.actionKey,
  description: entry.description,
  reference: entry.reference,
  environment: entry.environment,
  createdAt: entry.createdAt,
});

/** A saved card as the API shows it. */
export const savedCardBody = component(
  v.object({
    environment: environmentSchema,
    brand: described(v.nullable(v.string()), 'The brand in lower case, such as `visa`.'),
    lastFour: described(v.nullable(v.string()), 'The last four digits.'),
    expiryMonth: described(v.nullable(v.number()), 'The month in which it expires, 1 to 12.', WHOLE),
    expiryYear: described(v.nullable(v.number()), 'The year in which it expires.', WHOLE),
    savedAt: described(v.string(), 'When it was saved.', DATE_TIME),
  }),
  'SavedCard',
  'The card that automatic top-ups charge. What the payment provider did not tell is null.',
);

/** Shows a saved card: nothing that charges it. */
export const savedCardView = (card: SavedCard): v.InferOutput<typeof savedCardBody> => ({
  environment: card.environment,
  brand: card.brand,
  lastFour: card.lastFour,
  expiryMonth: card.expiryMonth,
  expiryYear: card.expiryYear,
  savedAt: card.savedAt,
});

const topUpStatus = component(
  v.picklist(TOP_UP_STATUSES),
  'TopUpStatus',
  '`pending` until the payment is known, then `success` or `failed`; a failed one may still succeed. `mismatched`: another ' +
    'amount or currency was paid, and we look at it; then `success`, credited with what was paid, or `refunded`.',
);

/** What a caller needs to continue a top-up that has been started. */
export const startedTopUpBody = component(
  v.object({
    reference: described(v.string(), 'Its id (`top_`).'),
    authorizationUrl: described(v.string(), 'The checkout page: send the payer there.', { format: 'uri' }),
    status: topUpStatus,
  }),
  'StartedTopUp',
  'A top-up that is not paid yet.',
);

/** A top-up as the API shows it. */
export const topUpBody = component(
  v.object({
    ...startedTopUpBody.entries,
    authorizationUrl: v.nullable(
      described(v.string(), 'The checkout page; null for an automatic top-up, which needs no payer.', {
        format: 'uri',
      }),
    ),
    environment: environmentSchema,
    amountKobo: described(v.number(), 'The amount in kobo.', WHOLE),
    createdAt: described(v.string(), 'When it was started.', DATE_TIME),
    completedAt: v.nullable(described(v.string(), 'When the wallet was credited; null before.', DATE_TIME)),
  }),
  'TopUp',
  'A payment into a wallet.',
);

/** Shows a top-up. */
export const topUpView = (topUp: TopUp): v.InferOutput<typeof topUpBody> => ({
  reference: topUp.reference,
  environment: topUp.environment,
  amountKobo: topUp.amountKobo,
  status: topUp.status,
  authorizationUrl: topUp.authorizationUrl,
  createdAt: topUp.createdAt,
  completedAt: topUp.completedAt,
});
