import { UserError } from '#scripts/local-cloud/user-error';
import { postCredit } from '#shared/wallet/ledger';
import { topUpDescription } from '#shared/wallet/settle-top-up';
import { findTopUp, type Settlement, settleMismatch, type TopUp } from '#shared/wallet/top-up';
import { loadWallet, type Wallet, walletRecord } from '#shared/wallet/wallet';
import { makeAuditedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';

/** What an operator requested. */
export interface SettlementRequest {
  /** `top_` */
  readonly reference: string;
  /** `credit` what was paid, or record that it was `refunded` at the provider. */
  readonly how: string;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
}

const STATUSES: Readonly<Record<string, Settlement>> = { credit: 'success', refunded: 'refunded' };

type Mismatched = TopUp & Required<Pick<TopUp, 'paid'>>;

const isMismatched = (topUp: TopUp | undefined): topUp is Mismatched =>
  topUp?.status === 'mismatched' && topUp.paid !== undefined;

/** The amount paid, in kobo. @throws UserError for another currency, which no rate of ours converts into naira. */
const paidKobo = ({ paid, reference }: Mismatched): number => {
  if (paid.currency !== 'NGN') throw new UserError(`${reference} was paid in ${paid.currency}. Refund it at Paystack.`);
  if (paid.amount < 1) throw new UserError(`Nothing was paid for ${reference}, so there is nothing to credit.`);
  return paid.amount;
};

/** The credit of what was paid; nothing for a refund. */
const moneyWrites = (topUp: Mismatched, status: Settlement, wallet: Wallet, nowMs: number) => {
  if (status === 'refunded') return {};
  const credit = { amountKobo: paidKobo(topUp), actionKey: null, reference: topUp.reference };
  return postCredit(wallet, { ...credit, description: topUpDescription(topUp) }, nowMs).operations;
};

/**
 * Settles a payment whose amount or currency differs from the request: credits what was really paid, or records that it
 * was refunded, with an audit entry in the same transaction. It takes effect once, however often it is run.
 *
 * @returns what was done, or for a dry run what would be.
 * @throws UserError for a top-up that is not waiting for a decision, and for a credit of another currency.
 */
export const settlePayment = async (
  { reference, how, ...request }: SettlementRequest,
  effects: Pick<OpsEffects, 'table' | 'clock'>,
): Promise<string> => {
  const status = Object.hasOwn(STATUSES, how) ? STATUSES[how] : undefined;
  if (!status) throw new UserError(`${how} is neither 'credit' nor 'refunded'.`);
  const { table } = effects;
  const { topUp } = (await findTopUp(table, reference, 'anyone')) ?? {};
  if (!isMismatched(topUp)) throw new UserError(`There is no mismatched top-up ${reference}.`);
  const { accountId, environment, paid, amountKobo } = topUp;
  const money = `${paid.amount} in the smallest unit of ${paid.currency}, instead of ${amountKobo} kobo`;
  const done =
    status === 'success'
      ? `${accountId} is credited ${paidKobo(topUp)} kobo in ${environment}, paid instead of ${amountKobo}`
      : `${reference} is refunded: ${money}`;
  const change = {
    state: { wallet: await loadWallet(table, topUp) },
    records: { wallet: walletRecord(topUp) },
    plan: ({ wallet }: { readonly wallet: Wallet }, nowMs: number) => ({
      done,
      change: {
        operations: {
          ...moneyWrites(topUp, status, wallet, nowMs),
          topUp: settleMismatch(reference, status, nowMs),
        },
        before: { status: 'mismatched', paidAmount: paid.amount, currency: paid.currency },
        after: { status },
      },
    }),
    refused: () => `${reference} was settled at the same time.`,
  };
  return makeAuditedChange({ ...request, action: 'payment.settled', target: reference }, change, effects);
};
