import * as v from 'valibot';
import { type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import { isKeyPart } from '#shared/db/key-parts';
import type { TableReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { wholeNumber } from '#shared/platform/whole-number';
import { PAYMENT_PROVIDERS } from '#shared/sources/payments';
import { walletKeys } from './keys.ts';
import { fromWalletItem, type Wallet } from './wallet.ts';

/**
 * The progress of a top-up. After `failed`, the payer may try again at the same URL. `mismatched`: another amount or
 * currency was paid than requested, and an operator decides. It then becomes `success`, credited with what was paid, or
 * `refunded`.
 */
export const TOP_UP_STATUSES = ['pending', 'success', 'failed', 'mismatched', 'refunded'] as const;

/** The status of a top-up. */
export type TopUpStatus = (typeof TOP_UP_STATUSES)[number];

/** The outcomes of a payment, with the statuses of a top-up that each may change: money that arrived counts, once. */
const PRIOR_STATUSES = {
  success: ['pending', 'failed'],
  failed: ['pending'],
} as const satisfies Partial<Record<TopUpStatus, readonly TopUpStatus[]>>;

/** How an operator settles a payment of another amount or currency. */
export type Settlement = 'success' | 'refunded';

/** The outcome of a payment. */
export type TopUpOutcome = keyof typeof PRIOR_STATUSES;

const topUpSchema = v.object({
  /** `top_` */
  reference: v.string(),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  amountKobo: wholeNumber,
  status: v.picklist(TOP_UP_STATUSES),
  provider: v.picklist(PAYMENT_PROVIDERS),
  /** The URL of the checkout; null for an automatic top-up. */
  authorizationUrl: v.nullable(v.string()),
  /** Whether its payer agreed to have the card saved; absent if they were not asked. */
  saveCard: v.exactOptional(v.boolean()),
  createdAt: v.string(),
  /** When the money arrived. */
  completedAt: v.nullable(v.string()),
  /** What was paid, if it differs from what was requested, in the smallest unit of its currency. */
  paid: v.exactOptional(v.object({ amount: wholeNumber, currency: v.string() })),
});

/** A payment into a wallet. */
export type TopUp = v.InferOutput<typeof topUpSchema>;

/** Parses a stored top-up. */
export const fromTopUpItem = (item: Item): TopUp => v.parse(topUpSchema, item);

/** The write that creates a top-up. */
export const beginTopUp = (topUp: Omit<TopUp, 'status' | 'completedAt'>): WriteOperation =>
  put({ ...walletKeys.topUp(topUp.reference), ...topUp, status: 'pending', completedAt: null });

/** The write that applies the outcome of a payment to its top-up; it refuses when that is already applied. */
export const endTopUp = (reference: string, status: TopUpOutcome, nowMs: number): WriteOperation =>
  update(walletKeys.topUp(reference), {
    set: { status, completedAt: status === 'success' ? isoTime(nowMs) : undefined },
    when: { status: { oneOf: PRIOR_STATUSES[status] } },
  });

/** The write that records a payment that differs from the request; it refuses when the top-up is paid or set aside. */
export const mismatchTopUp = (reference: string, paid: NonNullable<TopUp['paid']>): WriteOperation =>
  update(walletKeys.topUp(reference), {
    set: { status: 'mismatched', paid },
    when: { status: { oneOf: PRIOR_STATUSES.success } },
  });

/** The write by which an operator settles such a payment; it refuses when another has settled it. */
export const settleMismatch = (reference: string, status: Settlement, nowMs: number): WriteOperation =>
  update(walletKeys.topUp(reference), {
    set: { status, completedAt: status === 'success' ? isoTime(nowMs) : undefined },
    when: { status: { equals: 'mismatched' } },
  });

/** Whether a payment's outcome would change anything. */
export const isOutcomeNew = ({ status }: TopUp, outcome: TopUpOutcome): boolean =>
  PRIOR_STATUSES[outcome].some((prior) => prior === status);

/** A top-up, and its wallet if that was read along. */
export interface FoundTopUp {
  readonly topUp: TopUp;
  readonly wallet: Wallet | undefined;
}

/**
 * Finds a top-up, in one trip.
 *
 * @param reference any text.
 * @param owners whose top-ups may be found; their wallets are read along. `anyone` is for a caller that has proved it
 * knows the payment.
 */
export const findTopUp = async (
  table: TableReader,
  reference: string,
  owners: readonly AccountEnvironment[] | 'anyone',
): Promise<FoundTopUp | undefined> => {
  if (!isKeyPart(reference)) return undefined;
  const ownersWallets =
    owners === 'anyone' ? [] : owners.map((owner) => walletKeys.wallet(owner.accountId, owner.environment));
  const [item, ...walletItems] = await table.getMany([walletKeys.topUp(reference), ...ownersWallets]);
  if (!item) return undefined;
  const topUp = fromTopUpItem(item);
  const { pk } = walletKeys.wallet(topUp.accountId, topUp.environment);
  if (owners !== 'anyone' && !ownersWallets.some((key) => key.pk === pk)) return undefined;
  const walletItem = walletItems.find((candidate) => candidate?.pk === pk);
  return { topUp, wallet: walletItem && fromWalletItem(walletItem) };
};
