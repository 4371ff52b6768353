import type { Condition, WriteOperation } from '#shared/db/expressions';
import { newerAmong } from '#shared/db/latest';
import { headRecord, type ListHead, nextPlace, readHead } from '#shared/db/lists/counted-list';
import type { Refusals } from '#shared/db/named-operations';
import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { emit } from '#shared/events/outbox';
import { type EmbedSession, newEmbedSession } from '#shared/onboarding/sessions/embed-session';
import { addEmbedSession } from '#shared/onboarding/sessions/embed-session-repository';
import { countApplicant, findIntake, type Intake, intakeRecord } from '#shared/onboarding/widgets/intake';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import type { Environment } from '#shared/platform/environments';
import type { Scope } from '#shared/platform/scope';
import type { Posting } from '#shared/wallet/ledger';
import { type ActionPayment, pay } from '#shared/wallet/payment';
import { readRate } from '#shared/wallet/rates';
import { loadWallet, type Wallet, walletRecord } from '#shared/wallet/wallet';
import { type Applicant, newApplicant, type RequestedApplicant } from './applicant.ts';
import { addApplicant } from './applicant-repository.ts';
import { applicantsOfAccount } from './keys.ts';

/** The account that will own the applicant, and the environments in which its widget may be. */
type Owner = Pick<Scope, 'accountId' | 'environments'>;

/** The state that an applicant is created from, including the wallet and price of its session. */
export interface ApplicantSnapshot extends ActionPayment {
  readonly widget: Widget;
  readonly intake: Intake;
  /** The end of the account's list of applicants. */
  readonly head: ListHead;
}

/**
 * The account's part of the snapshot. It has every wallet in scope, because only the widget determines which one pays.
 */
export interface AccountSnapshot extends Pick<ApplicantSnapshot, 'rate' | 'head'> {
  /** Undefined when the account has no such widget. */
  readonly intake: Intake | undefined;
  /** @throws the error of reading that wallet: a failed read matters only for the wallet that pays. */
  readonly walletOf: (environment: Environment) => Promise<Wallet>;
}

/** Reads the price of a session, the account's wallets and the numbers of its and a widget's applicants, in one trip. */
export const readAccountSnapshot = async (
  table: ItemReader,
  owner: Owner,
  widgetId: string,
): Promise<AccountSnapshot> => {
  const { accountId, environments } = owner;
  const wallets = new Map(
    environments.map((environment) => [environment, loadWallet(table, { accountId, environment })]),
  );
  const [rate, head, intake] = await Promise.allSettled([
    readRate(table, 'kyb_session_base'),
    readHead(table, applicantsOfAccount(accountId)),
    findIntake(table, accountId, widgetId),
    ...wallets.values(),
  ] as const);
  if (rate.status === 'rejected') throw rate.reason;
  if (head.status === 'rejected') throw head.reason;
  if (intake.status === 'rejected') throw intake.reason;
  const walletOf = async (environment: Environment): Promise<Wallet> => {
    const wallet = wallets.get(environment);
    if (!wallet) throw new Error('The wallet stands outside of what was read');
    return wallet;
  };
  return { rate: rate.value, head: head.value, intake: intake.value, walletOf };
};

/** The snapshot of a new applicant of one of the account's widgets. */
export const snapshotOfWidget = async (
  widget: Widget,
  { rate, head, intake, walletOf }: AccountSnapshot,
): Promise<ApplicantSnapshot> => {
  if (!intake) throw new Error('A widget has no intake');
  return { widget, intake, rate, head, wallet: await walletOf(widget.environment) };
};

/**
 * Reads a widget, the wallet that pays for it, the price and the number of applicants, in one trip.
 *
 * @returns undefined when the caller's scope has no such widget.
 */
export const readApplicantSnapshot = async (
  table: ItemReader,
  scope: Owner,
  widgetId: string,
): Promise<ApplicantSnapshot | undefined> => {
  const [widget, account] = await Promise.all([
    findOwnedWidget(table, scope, widgetId),
    readAccountSnapshot(table, scope, widgetId),
  ]);
  return widget && snapshotOfWidget(widget, account);
};

/** A created applicant, its session, and the debit that paid for the session. */
export interface CreatedApplicant {
  readonly applicant: Applicant;
  readonly session: EmbedSession;
  /** `txn_`; null when sessions are free. */
  readonly sessionTransactionId: string | null;
  readonly sessionChargeKobo: number;
}

const createdEvent = (applicant: Applicant, nowMs: number) => {
  const { id, accountId, environment, widgetId, referenceId, createdBy, createdAt } = applicant;
  return emit(
    {
      type: 'kyb.applicant.created',
      accountId,
      environment,
      widgetId,
      data: { applicantId: id, widgetId, environment, referenceId, createdBy, createdAt },
    },
    nowMs,
  );
};

/** The snapshot to retry with, when only outdated state refused the creation: `newer` of `onLatest`. */
export const newerSnapshot = ({ widget }: ApplicantSnapshot) =>
  newerAmong<ApplicantSnapshot>({
    wallet: walletRecord(widget),
    intake: intakeRecord(widget.id),
    head: headRecord(applicantsOfAccount(widget.accountId)),
  });

/**
 * Checks whether a creation that waits for its turn is still possible: `look` of `onLatest`.
 *
 * @returns a function that reads the latest snapshot, and throws as {@link applicantCreation} does for it.
 */
export const lookAtCreation =
  (table: ItemReader, scope: Owner, widgetId: string, requested: RequestedApplicant, nowMs: number) =>
  async (): Promise<ApplicantSnapshot | undefined> => {
    const latest = await readApplicantSnapshot(table, scope, widgetId);
    if (latest) applicantCreation(latest, requested, nowMs);
    return latest;
  };

/** An applicant to create and the writes that create it, all or none. */
export interface ApplicantCreation {
  readonly created: CreatedApplicant;
  readonly operations: Posting['operations'] &
    Readonly<Record<'intake' | 'applicant' | 'listHead' | 'session' | 'event', WriteOperation>> &
    Readonly<Record<'reference', WriteOperation | undefined>>;
}

/**
 * Creates an applicant under a widget, opens its embed session and debits the session base fee (interface: Applicant
 * status). The widget need not be live. The applicant gets the next number in the lists of its account and its widget,
 * without gaps. Both the numbers and the debit must be rebuilt from the latest state when it has changed ({@link
 * newerSnapshot}).
 *
 * @param whenIntake a further condition on the widget's intake.
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}`.
 */
export const applicantCreation = (
  snapshot: ApplicantSnapshot,
  requested: RequestedApplicant,
  nowMs: number,
  whenIntake: Condition = {},
): ApplicantCreation => {
  const { widget, intake, head, rate } = snapshot;
  const { number, atMs } = nextPlace(head, nowMs);
  const session = newEmbedSession(widget, requested, atMs);
  const applicant = newApplicant(widget, session, requested, rate.priceKobo);
  const { operations, chargeKobo, transactionId } = pay(snapshot, applicant.id, atMs);
  const numbers = { ofAccount: number, ofWidget: intake.applicantCount + 1, widget: widget.number };
  return {
    created: { applicant, session, sessionTransactionId: transactionId, sessionChargeKobo: chargeKobo },
    operations: {
      ...operations,
      intake: countApplicant(widget, intake, whenIntake),
      ...addApplicant(applicant, numbers),
      session: addEmbedSession(session),
      event: createdEvent(applicant, atMs),
    },
  };
};

/**
 * Throws the error for a refused creation whose wallet, widget and lists are unchanged.
 *
 * @throws ApiError WIDGET_NOT_FOUND when the widget no longer exists.
 */
export const refuseCreation = ({ intake }: Refusals<keyof ApplicantCreation['operations']>): never => {
  if (intake) throw new ApiError('WIDGET_NOT_FOUND');
  throw new Error('An applicant with a new id was there already');
};
