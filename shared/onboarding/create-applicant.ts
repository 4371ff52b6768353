import type { WriteOperation } from '#shared/db/expressions';
import type { TableReader, TransactionResult } from '#shared/db/operations';
import type { Environment } from '#shared/events/catalogue';
import { emit } from '#shared/events/outbox';
import { ApiError } from '#shared/http/errors';
import { type NewEntry, post, withWallet } from '#shared/wallet/ledger';
import { type Rate, readRate } from '#shared/wallet/rates';
import { readWallet, type Wallet } from '#shared/wallet/wallet';
import { type Applicant, type AskedApplicant, newApplicant } from './applicant.ts';
import { addApplicant } from './applicant-repository.ts';
import { type EmbedSession, newEmbedSession } from './embed-session.ts';
import { addEmbedSession } from './embed-session-repository.ts';
import type { Widget } from './widget.ts';
import { countApplicant, findOwnedWidget } from './widget-repository.ts';

/** What must be read before an applicant can be created. */
export interface ApplicantGround {
  readonly widget: Widget;
  /** The wallet that pays: the account's in the widget's environment. */
  readonly wallet: Wallet;
  /** What the session costs. */
  readonly rate: Rate;
}

/** What a session costs, and both wallets of the account, because only the widget tells which one pays. */
export interface SessionPayment {
  readonly rate: Rate;
  /** @throws what reading that wallet threw: a wallet that cannot be read matters only when it is the one that pays. */
  readonly walletOf: (environment: Environment) => Promise<Wallet>;
}

/** Reads, in one wave, the price of a session and the account's wallets. */
export const readSessionPayment = async (table: TableReader, accountId: string): Promise<SessionPayment> => {
  const wallets = {
    sandbox: readWallet(table, accountId, 'sandbox'),
    live: readWallet(table, accountId, 'live'),
  };
  const read = await Promise.allSettled([readRate(table, 'kyb_session_base'), wallets.sandbox, wallets.live]);
  if (read[0].status === 'rejected') throw read[0].reason;
  return { rate: read[0].value, walletOf: (environment) => wallets[environment] };
};

/**
 * Reads, in one wave, an account's widget, the wallet that pays for it and the price.
 *
 * @returns undefined when the account has no such widget.
 */
export const readApplicantGround = async (
  table: TableReader,
  accountId: string,
  widgetId: string,
): Promise<ApplicantGround | undefined> => {
  const [widget, { rate, walletOf }] = await Promise.all([
    findOwnedWidget(table, accountId, widgetId),
    readSessionPayment(table, accountId),
  ]);
  return widget && { widget, rate, wallet: await walletOf(widget.environment) };
};

/** An applicant that was created, the session opened with it, and the debit that paid for both. */
export interface CreatedApplicant {
  readonly applicant: Applicant;
  readonly session: EmbedSession;
  /** `txn_`; null where sessions cost nothing. */
  readonly sessionTransactionId: string | null;
  readonly sessionChargeKobo: number;
}

/** Writes everything together with whatever else belongs into the transaction, as `commit` of the kit does. */
export type CommitApplicant = (
  operations: readonly WriteOperation[],
  created: CreatedApplicant,
) => Promise<TransactionResult>;

const createdEvent = ({ id, accountId, environment, widgetId, referenceId, createdAt }: Applicant, nowMs: number) =>
  emit(
    {
      type: 'kyb.applicant.created',
      accountId,
      environment,
      widgetId,
      data: { applicantId: id, widgetId, environment, referenceId, createdAt },
    },
    nowMs,
  );

/**
 * Creates an applicant under a widget, opens its embed session and debits the session base fee, all or nothing
 * (interface: Applicant status). The widget need not be live.
 *
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}`; WIDGET_NOT_FOUND when the widget
 * is gone by now.
 */
export const createApplicant = async (
  { widget, wallet, rate }: ApplicantGround,
  asked: AskedApplicant,
  commit: CommitApplicant,
  nowMs: number,
): Promise<CreatedApplicant> => {
  const session = newEmbedSession(widget, asked.referenceId ?? null, nowMs);
  const applicant = newApplicant(widget, session, asked, rate.priceKobo);
  const fee: NewEntry = {
    type: 'debit',
    amountKobo: rate.priceKobo,
    actionKey: rate.actionKey,
    description: rate.description,
    reference: applicant.id,
  };
  const others = [
    countApplicant(widget),
    ...addApplicant(applicant),
    addEmbedSession(session),
    createdEvent(applicant, nowMs),
  ];

  const { result, value } = await withWallet(wallet, async (current) => {
    const { operations, entries } = post(current, rate.priceKobo > 0 ? [fee] : [], nowMs);
    const created = {
      applicant,
      session,
      sessionTransactionId: entries[0]?.id ?? null,
      sessionChargeKobo: rate.priceKobo,
    };
    const written = await commit([...operations, ...others], created);
    return { result: written, value: { created, widgetAt: operations.length } };
  });
  if (result.written) return value.created;
  if (result.refusals[value.widgetAt]) throw new ApiError('WIDGET_NOT_FOUND');
  throw new Error('An applicant with a new id was there already');
};
