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

/** Test money that every sandbox wallet is opened with: 100,000 naira. */
const SANDBOX_OPENING_KOBO = 10_000_000;

/**
 * Why automatic top-ups were turned off by something else than the owner's settings: the card was removed, or three
 * payments in a row failed.
 */
export const STOP_REASONS = ['card_removed', 'payments_failed'] as const;

const walletSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** The sum of its ledger, at every moment. */
  balanceKobo: wholeNumber,
  /** Entries of its ledger: the sequence number of the newest one. */
  entryCount: wholeNumber,
  creditCount: wholeNumber,
  debitCount: wholeNumber,
  /** The owner is mailed when a debit takes the balance below it; 0 for never. */
  lowBalanceThresholdKobo: wholeNumber,
  autoTopUp: v.object({
    enabled: v.boolean(),
    /** A debit that takes the balance below it causes a top-up. */
    thresholdKobo: wholeNumber,
    /** How much each top-up adds. */
    amountKobo: wholeNumber,
    /** Automatic top-ups that failed in a row, since the last one that succeeded or the last change by the owner. */
    failureCount: wholeNumber,
    /** Why they were turned off; missing while they are on, and where the owner turned them off. */
    stoppedReason: v.exactOptional(v.picklist(STOP_REASONS)),
  }),
  /** How often the thresholds and the automatic top-ups were changed. */
  settingsCount: wholeNumber,
  /** What of the balance is reserved, also by holds whose lease is over. */
  holds: v.optional(v.array(holdSchema), []),
  /** How often a hold was placed, settled or released. */
  holdChangeCount: v.optional(wholeNumber, 0),
  createdAt: v.string(),
  /** Only ever moves forward: the next entry is not older than it. */
  updatedAt: v.string(),
});

/** The money of an account in one environment (interface: Wallet). */
export type Wallet = v.InferOutput<typeof walletSchema>;

/** What of a balance nobody holds: what a debit may take. */
export const availableKobo = ({ balanceKobo, holds }: Wallet, nowMs: number): number =>
  balanceKobo - heldKobo(holds, nowMs);

/** Whether a wallet pays an amount; `held`: it does once the running holds have ended, within a minute. */
export type Coverage = 'covered' | 'held' | 'short';

/**
 * Whether a wallet pays an amount. What only a hold keeps from being paid is waited for: it is neither refused for good nor
 * sent to anybody.
 */
export const coverageOf = (wallet: Wallet, amountKobo: number, nowMs: number): Coverage => {
  if (availableKobo(wallet, nowMs) >= amountKobo) return 'covered';
  return wallet.balanceKobo >= amountKobo ? 'held' : 'short';
};

/** The part of a wallet that counts its changes. */
type WalletChanges = Pick<Wallet, 'entryCount' | 'settingsCount' | 'holdChangeCount'>;

/**
 * What must hold of a stored wallet for a write that was made from this one: neither its balance nor its settings nor its
 * holds have changed, so that a debit is checked against the thresholds and the holds that are in force.
 */
export const walletUnchanged = ({ entryCount, settingsCount, holdChangeCount }: WalletChanges): Condition => ({
  entryCount: { equals: entryCount },
  settingsCount: { equals: settingsCount },
  // A wallet that never had a hold has no such count.
  holdChangeCount: holdChangeCount === 0 ? 'missing' : { equals: holdChangeCount },
});

/** What {@link walletUnchanged} refuses. */
const hasMoved = (latest: WalletChanges, read: WalletChanges | undefined): boolean =>
  latest.entryCount !== read?.entryCount ||
  latest.settingsCount !== read.settingsCount ||
  latest.holdChangeCount !== read.holdChangeCount;

/** A new wallet as it is stored: without holds. */
const toWalletItem = ({ holds: _, holdChangeCount: __, ...wallet }: Wallet): Item => ({
  ...walletKeys.wallet(wallet.accountId, wallet.environment),
  ...wallet,
});

/** Parses a stored wallet. */
export const fromWalletItem = (item: Item): Wallet => v.parse(walletSchema, item);

/** A wallet's record, for transactions that start from it. */
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
 * @throws Error when it was never opened: every verified account has both of its wallets.
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
