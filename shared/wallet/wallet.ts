import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { walletKeys } from './keys.ts';
import { countSchema, koboSchema, nextEntry, toLedgerItem } from './ledger-entry.ts';

/** Test money that every sandbox wallet is opened with: 100,000 naira. */
const SANDBOX_OPENING_KOBO = 10_000_000;

const walletSchema = v.object({
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** The sum of its ledger, at every moment. */
  balanceKobo: koboSchema,
  /** Entries of its ledger: the sequence number of the newest one. */
  entryCount: countSchema,
  creditCount: countSchema,
  debitCount: countSchema,
  /** The owner is notified when the balance falls below it; 0 for never. */
  lowBalanceThresholdKobo: koboSchema,
  autoTopUp: v.object({ enabled: v.boolean(), thresholdKobo: koboSchema, amountKobo: koboSchema }),
  createdAt: v.string(),
  /** Only ever moves forward: the next entry is not older than it. */
  updatedAt: v.string(),
});

/** The money of an account in one environment (interface: Wallet). */
export type Wallet = v.InferOutput<typeof walletSchema>;

/** A wallet as it is stored. */
const toWalletItem = (wallet: Wallet): Item => ({
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
});

/**
 * Reads a wallet, strongly consistent.
 *
 * @throws Error when it was never opened: every verified account has both of its wallets.
 */
export const loadWallet = async (
  table: ItemReader,
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
  autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0 },
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
