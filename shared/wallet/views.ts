import * as v from 'valibot';
import { ENVIRONMENTS } from '#shared/events/catalogue';
import { ENTRY_TYPES, type LedgerEntry } from './ledger-entry.ts';
import type { Rate } from './rates.ts';
import { TOP_UP_STATUSES, type TopUp } from './top-up.ts';
import type { Wallet } from './wallet.ts';

/** Naira of an amount; money is counted in kobo everywhere else. */
const naira = (amountKobo: number): number => amountKobo / 100;

/** A pricing rate as the API shows it (interface: Pricing rate). */
export const rateBody = v.object({
  actionKey: v.string(),
  price: v.number(),
  priceKobo: v.number(),
  description: v.string(),
  category: v.string(),
});

/** Shows a rate. */
export const rateView = ({ actionKey, priceKobo, description, category }: Rate) => ({
  actionKey,
  price: naira(priceKobo),
  priceKobo,
  description,
  category,
});

/** A wallet as the API shows it. */
export const walletBody = v.object({
  environment: v.picklist(ENVIRONMENTS),
  balanceKobo: v.number(),
  balance: v.number(),
  currency: v.literal('NGN'),
  lowBalanceThresholdKobo: v.number(),
  autoTopUp: v.object({ enabled: v.boolean(), thresholdKobo: v.number(), amountKobo: v.number() }),
  updatedAt: v.string(),
});

/** Shows a wallet. */
export const walletView = ({ environment, balanceKobo, lowBalanceThresholdKobo, autoTopUp, updatedAt }: Wallet) => ({
  environment,
  balanceKobo,
  balance: naira(balanceKobo),
  currency: 'NGN' as const,
  lowBalanceThresholdKobo,
  autoTopUp,
  updatedAt,
});

/** A ledger entry as the API shows it. */
export const transactionBody = v.object({
  id: v.string(),
  type: v.picklist(ENTRY_TYPES),
  amountKobo: v.number(),
  balanceAfterKobo: v.number(),
  actionKey: v.nullable(v.string()),
  description: v.string(),
  reference: v.nullable(v.string()),
  environment: v.picklist(ENVIRONMENTS),
  createdAt: v.string(),
});

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

/** What a caller needs to go on with a top-up that has begun. */
export const startedTopUpBody = v.object({
  reference: v.string(),
  authorizationUrl: v.string(),
  status: v.picklist(TOP_UP_STATUSES),
});

/** A top-up as the API shows it. */
export const topUpBody = v.object({
  ...startedTopUpBody.entries,
  environment: v.picklist(ENVIRONMENTS),
  amountKobo: v.number(),
  createdAt: v.string(),
  completedAt: v.nullable(v.string()),
});

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
