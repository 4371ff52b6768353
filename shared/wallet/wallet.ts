import * as v from 'valibot';
import { type Condition, type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { wholeNumber } from '#shared/platform/whole-number';
import { type Hold, heldKobo, holdSchema } from './hold.ts';
import { walletKeys } from './keys.ts';
import {
  type LedgerEntry,
  nextEntry,
  numberedAfter,
  signedKobo,
  toLedgerItem,
  type UnsettledEntry,
  unsettledSchema,
} from './ledger-entry.ts';

/** Test money of a new sandbox wallet: 100,000 naira. */
const SANDBOX_OPENING_KOBO = 10_000_000;

/**
 * Why automatic top-ups were turned off without their owner: the card was removed, or three consecutive payments
 * failed.
 */
export const STOP_REASONS = ['card_removed', 'payments_failed'] as const;

const walletSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** Always the sum of its ledger, including the unsettled entries. */
  balanceKobo: wholeNumber,
  /** The number of its ledger's entries, which is the sequence number of the newest, settled or not. */
  entryCount: wholeNumber,
  creditCount: wholeNumber,
  debitCount: wholeNumber,
  /** The newest entries in their order, which are not numbered and written yet (decision 105). */
  unsettled: v.array(unsettledSchema),
  /** The number of the others. */
  settledCount: wholeNumber,
  /** The time of the newest of the others. */
  settledAt: v.string(),
  /** The owner is mailed when a debit takes the balance below this; 0 for never. */
  lowBalanceThresholdKobo: wholeNumber,
  autoTopUp: v.object({
    enabled: v.boolean(),
    /** A debit that takes the balance below this starts a top-up. */
    thresholdKobo: wholeNumber,
    /** The amount of each top-up. */
    amountKobo: wholeNumber,
    /** Number of consecutive failed automatic top-ups, since the last success or the owner's last change. */
    failureCount: wholeNumber,
    /** Why they were turned off; absent while they are on, or if the owner turned them off. */
    stoppedReason: v.exactOptional(v.picklist(STOP_REASONS)),
  }),
  /** The number of changes of the thresholds and the automatic top-ups. */
  settingsCount: wholeNumber,
  /**
   * The holds on the balance by their ids, including those whose lease has ended. The balance without all of them is
   * stored as `unheldKobo`, because a condition cannot subtract.
   */
  holds: v.record(v.string(), holdSchema),
  createdAt: v.string(),
  /** When its settings last changed, as stored; of a parsed wallet, when anything of it changed. Never moves back. */
  updatedAt: v.string(),
});

/** The money of an account in one environment (interface: Wallet). */
export type Wallet = Omit<v.InferOutput<typeof walletSchema>, 'holds'> & { readonly holds: readonly Hold[] };

/** The balance without holds, which a debit may spend. */
export const availableKobo = ({ balanceKobo, holds }: Wallet, nowMs: number): number =>
  balanceKobo - heldKobo(holds, nowMs);

/** Whether a wallet can pay an amount. `held`: it can once the running holds have ended, within a minute. */
export type Coverage = 'covered' | 'held' | 'short';

/**
 * Whether a wallet can pay an amount. Callers wait while only holds prevent payment: they neither refuse the action for
 * good nor send it to review.
 */
export const coverageOf = (wallet: Wallet, amountKobo: number, nowMs: number): Coverage => {
  if (availableKobo(wallet, nowMs) >= amountKobo) return 'covered';
  return wallet.balanceKobo >= amountKobo ? 'held' : 'short';
};

/**
 * The condition that nothing was posted to a wallet since it was read, for a write that depends on the very balance.
 * Postings do without: their conditions are that the balance covers them.
 */
export const nothingPosted = ({ entryCount }: Wallet): Condition => ({ entryCount: { equals: entryCount } });

/** The condition that the thresholds and the automatic top-ups of a wallet are as they were read. */
export const settingsUnchanged = ({ settingsCount }: Wallet): Condition => ({
  settingsCount: { equals: settingsCount },
});

const idsOf = (holds: readonly Hold[] = []): string => holds.map(({ id }) => id).join();

/** Whether a wallet has changed in a way that a condition on it refuses. */
const hasMoved = (latest: Wallet, read: Wallet | undefined): boolean =>
  latest.entryCount !== read?.entryCount ||
  latest.settledCount !== read.settledCount ||
  latest.settingsCount !== read.settingsCount ||
  idsOf(latest.holds) !== idsOf(read.holds);

/** A wallet without holds, as it is stored. */
const toWalletItem = ({ holds: _, ...wallet }: Wallet): Item => ({
  ...walletKeys.wallet(wallet.accountId, wallet.environment),
  ...wallet,
  holds: {},
  unheldKobo: wallet.balanceKobo,
});

const latestOf = (...times: readonly string[]): string => isoTime(Math.max(...times.map((time) => Date.parse(time))));

/** Parses a stored wallet. */
export const fromWalletItem = (item: Item): Wallet => {
  const { holds, ...wallet } = v.parse(walletSchema, item);
  const { updatedAt, settledAt, unsettled } = wallet;
  return {
    ...wallet,
    holds: Object.keys(holds)
      .sort()
      .flatMap((id) => (holds[id] ? [{ id, ...holds[id] }] : [])),
    updatedAt: latestOf(updatedAt, settledAt, ...unsettled.map(({ createdAt }) => createdAt)),
  };
};

const countOf = (type: UnsettledEntry['type'], entries: readonly UnsettledEntry[]): number =>
  entries.filter((entry) => entry.type === type).length;

/** The entries of a wallet's ledger that are not settled yet, with the numbers and balances that they will have. */
export const unsettledEntries = (wallet: Wallet): readonly LedgerEntry[] => {
  const { balanceKobo, creditCount, debitCount, settledCount, unsettled } = wallet;
  const end = {
    ...wallet,
    balanceKobo: balanceKobo - unsettled.reduce((sum, entry) => sum + signedKobo(entry), 0),
    entryCount: settledCount,
    creditCount: creditCount - countOf('credit', unsettled),
    debitCount: debitCount - countOf('debit', unsettled),
  };
  return numberedAfter(end, unsettled);
};

/** A wallet's record, for transactions that read it first. */
export const walletRecord = ({
  accountId,
  environment,
}: Pick<Wallet, 'accountId' | 'environment'>): StoredRecord<Wallet> => ({
  key: walletKeys.wallet(accountId, environment),
  from: fromWalletItem,
  hasMoved,
});

/**
 * Reads a wallet, strongly consistent.
 *
 * @throws Error when it does not exist: every verified account has both of its wallets.
 */
export const loadWallet = async (
  table: Pick<ItemReader, 'get'>,
  { accountId, environment }: AccountEnvironment,
): Promise<Wallet> => {
  const item = await table.get(walletKeys.wallet(accountId, environment));
  if (!item) throw new Error('The account has no wallet');
  return fromWalletItem(item);
};

const emptyWallet = ({ accountId, environment }: AccountEnvironment, nowMs: number): Wallet => ({
  accountId,
  environment,
  balanceKobo: 0,
  entryCount: 0,
  creditCount: 0,
  debitCount: 0,
  unsettled: [],
  settledCount: 0,
  settledAt: isoTime(nowMs),
  lowBalanceThresholdKobo: 0,
  autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0, failureCount: 0 },
  settingsCount: 0,
  holds: [],
  createdAt: isoTime(nowMs),
  updatedAt: isoTime(nowMs),
});

/**
 * The writes that open both wallets of an account, for the transaction that activates the account: `live` empty,
 * `sandbox` with test money as the first credit of its ledger. Each refuses when its wallet exists.
 */
export const openWallets = (
  accountId: string,
  nowMs: number,
): Readonly<Record<'liveWallet' | 'sandboxWallet' | 'openingCredit', WriteOperation>> => {
  const sandbox = emptyWallet({ accountId, environment: 'sandbox' }, nowMs);
  const opening = nextEntry(
    sandbox,
    {
      type: 'credit',
      amountKobo: SANDBOX_OPENING_KOBO,
      actionKey: null,
      description: 'Opening balance of test money',
      reference: null,
    },
    nowMs,
  );
  const { balanceAfterKobo: balanceKobo, sequence: entryCount, creditCount, debitCount } = opening;
  return {
    liveWallet: put(toWalletItem(emptyWallet({ accountId, environment: 'live' }, nowMs))),
    sandboxWallet: put(
      toWalletItem({ ...sandbox, balanceKobo, entryCount, creditCount, debitCount, settledCount: entryCount }),
    ),
    openingCredit: put(toLedgerItem(opening)),
  };
};
