import * as v from 'valibot';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { ENTRY_TYPES, type LedgerEntry } from './ledger-entry.ts';
import type { Rate } from './rates.ts';
import type { SavedCard } from './saved-card.ts';
import { TOP_UP_STATUSES, type TopUp } from './top-up.ts';
import { STOP_REASONS, type Wallet } from './wallet.ts';

/** An amount in naira; money is in kobo everywhere else. */
const naira = (amountKobo: number): number => amountKobo / 100;

/** A pricing rate as the API shows it (interface: Pricing rate). */
export const rateBody = component(
  v.object({
    actionKey: described(v.string(), 'The key of the action, as in transactions.'),
    price: described(v.number(), 'The price in naira.'),
    priceKobo: described(v.number(), 'The price in kobo.', WHOLE),
    description: described(v.string(), 'A description of the action.'),
    category: described(v.string(), 'The category of the action.'),
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
    currency: described(v.literal('NGN'), 'The currency. Always naira.'),
    lowBalanceThresholdKobo: described(
      v.number(),
      'The balance, in kobo, below which the account is emailed. 0 if the emails are off.',
      WHOLE,
    ),
    autoTopUp: component(
      v.object({
        enabled: described(v.boolean(), 'Whether automatic top-ups are on.'),
        thresholdKobo: described(v.number(), 'The balance, in kobo, below which a debit starts a top-up.', WHOLE),
        amountKobo: described(v.number(), 'The amount of each top-up, in kobo.', WHOLE),
        stoppedReason: described(
          v.nullable(v.picklist(STOP_REASONS)),
          'Why automatic top-ups were turned off: the saved card was removed (`card_removed`), or three payments ' +
            'in a row failed (`payments_failed`). Null while they are on, and if you turned them off yourself.',
        ),
      }),
      'AutoTopUp',
      'The automatic top-ups of a wallet.',
    ),
    updatedAt: described(v.string(), 'When the wallet last changed.', DATE_TIME),
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
    id: described(v.string(), 'The id of the transaction (`txn_`).'),
    type: described(
      v.picklist(ENTRY_TYPES),
      'Whether money was added to the wallet (`credit`) or taken from it (`debit`).',
    ),
    amountKobo: described(v.number(), 'The amount, in kobo. Never negative.', WHOLE),
    balanceAfterKobo: described(v.number(), 'The balance after the transaction, in kobo.', WHOLE),
    actionKey: described(
      v.nullable(v.string()),
      'The key of the action that was charged or refunded, as in the pricing rates. Null for top-ups and for ' +
        'changes in test money.',
    ),
    description: described(v.string(), 'A description of the transaction.'),
    reference: described(
      v.nullable(v.string()),
      'The id of what the transaction belongs to, such as an applicant or a top-up.',
    ),
    environment: environmentSchema,
    createdAt: described(v.string(), 'When the transaction was made.', DATE_TIME),
  }),
  'Transaction',
  'An entry in the ledger of a wallet.',
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
    brand: described(v.nullable(v.string()), 'The brand of the card in lower case, such as `visa`.'),
    lastFour: described(v.nullable(v.string()), 'The last four digits of the card number.'),
    expiryMonth: described(v.nullable(v.number()), 'The month in which the card expires, from 1 to 12.', WHOLE),
    expiryYear: described(v.nullable(v.number()), 'The year in which the card expires.', WHOLE),
    savedAt: described(v.string(), 'When the card was saved.', DATE_TIME),
  }),
  'SavedCard',
  'The card that automatic top-ups charge. Details that the payment provider did not report are null.',
);

/** Shows a saved card, without what charges it. */
export const savedCardView = (card: SavedCard): v.InferOutput<typeof savedCardBody> => ({
  environment: card.environment,
  brand: card.brand,
  lastFour: card.lastFour,
  expiryMonth: card.expiryMonth,
  expiryYear: card.expiryYear,
  savedAt: card.savedAt,
});

const topUpStatusSchema = component(
  v.picklist(TOP_UP_STATUSES),
  'TopUpStatus',
  'The status of the top-up. It is `pending` until the outcome of the payment is known, and then `success` ' +
    'or `failed`. A failed top-up may still succeed. `mismatched` means that a different amount or currency ' +
    'was paid and that we are looking into it. The top-up then becomes `success`, credited with the amount ' +
    'paid, or `refunded`.',
);

/** What a caller needs to continue a top-up that was started. */
export const startedTopUpBody = component(
  v.object({
    reference: described(v.string(), 'The id of the top-up (`top_`).'),
    authorizationUrl: described(v.string(), 'The URL of the checkout page. Send the payer there.', { format: 'uri' }),
    status: topUpStatusSchema,
  }),
  'StartedTopUp',
  'A top-up that has not been paid yet.',
);

/** A top-up as the API shows it. */
export const topUpBody = component(
  v.object({
    ...startedTopUpBody.entries,
    authorizationUrl: v.nullable(
      described(v.string(), 'The URL of the checkout page. Null for an automatic top-up, which needs no payer.', {
        format: 'uri',
      }),
    ),
    environment: environmentSchema,
    amountKobo: described(v.number(), 'The amount in kobo.', WHOLE),
    createdAt: described(v.string(), 'When the top-up was started.', DATE_TIME),
    completedAt: v.nullable(described(v.string(), 'When the wallet was credited. Null until then.', DATE_TIME)),
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
