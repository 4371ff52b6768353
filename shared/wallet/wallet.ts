import * as v from 'valibot';
import { type Condition, type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { wholeNumber } from '#shared/platform/whole-number';
import { heldKobo, holdSchema } from './hold.ts';
import { walletKeys } from './keys.ts';
import { nextEntry, toLedgerItem } from './ledger-entry.ts';

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
  /** Always the sum of its ledger. */
  balanceKobo: wholeNumber,
  /** The number of its ledger's entries, which is the sequence number of the newest. */
  entryCount: wholeNumber,
  creditCount: wholeNumber,
  debitCount: wholeNumber,
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
  /** The holds on the balance, including those whose lease has ended. */
  holds: v.optional(v.array(holdSchema), []),
  /** The number of changes of holds: placed, settled or released. */
  holdChangeCount: v.optional(wholeNumber, 0),
  createdAt: v.string(),
  /** Never moves back: the next entry is not older. */
  updatedAt: v.string(),
});

/** The money of an account in one environment (interface: Wallet). */
export type Wallet = v.InferOutput<typeof walletSchema>;

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

/** The counts of a wallet's changes. */
type WalletChanges = Pick<Wallet, 'entryCount' | 'settingsCount' | 'holdChangeCount'>;

/**
 * The condition that a wallet is unchanged since it was read: its balance, its settings and its holds. A debit is thus
 * checked against the current thresholds and holds.
 */
export const walletUnchanged = ({ entryCount, settingsCount, holdChangeCount }: WalletChanges): Condition => ({
  entryCount: { equals: entryCount },
  settingsCount: { equals: settingsCount },
  // A wallet that has never had a hold lacks this count.
  holdChangeCount: holdChangeCount === 0 ? 'missing' : { equals: holdChangeCount },
});

/** Whether {@link walletUnchanged} would refuse. */
const hasMoved = (latest: WalletChanges, read: WalletChanges | undefined): boolean =>
  latest.entryCount !== read?.entryCount ||
  latest.settingsCount !== read.settingsCount ||
  latest.holdChangeCount !== read.holdChangeCount;

/** A new wallet, as it is stored: without holds. */
const toWalletItem = ({ holds: _, holdChangeCount: __, ...wallet }: Wallet): Item => ({
  ...walletKeys.wallet(wallet.accountId, wallet.environment),
  ...wallet,
});

/** Parses a stored wallet. */
export const fromWalletItem = (item: Item): Wallet => v.parse(walletSchema, item);

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
  lowBalanceThresholdKobo: 0,
  autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0, failureCount: 0 },
  settingsCount: 0,
  holds: [],
  holdChangeCount: 0,
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
    sandboxWallet: put(toWalletItem({ ...sandbox, balanceKobo, entryCount, creditCount, debitCount })),
    openingCredit: put(toLedgerItem(opening)),
  };
};
