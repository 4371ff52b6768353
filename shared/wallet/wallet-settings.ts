import { type Condition, update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { walletKeys } from './keys.ts';
import { nothingPosted, settingsUnchanged, type Wallet } from './wallet.ts';

/** The settings that the owner of a wallet can change. */
export type WalletSettings = Partial<Pick<Wallet, 'lowBalanceThresholdKobo' | 'autoTopUp'>>;

/** A wallet with new settings, and the write that stores them. */
export interface ChangedWallet {
  readonly wallet: Wallet;
  /** Refuses when the wallet has changed. */
  readonly operation: WriteOperation;
}

const changed = (wallet: Wallet, settings: WalletSettings, when: Condition, nowMs: number): ChangedWallet => {
  const changes = {
    ...settings,
    settingsCount: wallet.settingsCount + 1,
    updatedAt: isoTime(Math.max(nowMs, Date.parse(wallet.updatedAt))),
  };
  const key = walletKeys.wallet(wallet.accountId, wallet.environment);
  return {
    wallet: { ...wallet, ...changes },
    operation: update(key, { set: changes, when: { ...settingsUnchanged(wallet), ...when } }),
  };
};

/**
 * Changes settings of a wallet. The balance stays the same, so that a threshold set above it counts as crossed already.
 * The write refuses while the wallet has unsettled entries, because they cross the thresholds that they were posted
 * under: `settle` them first.
 */
export const changeSettings = (wallet: Wallet, settings: WalletSettings, nowMs: number): ChangedWallet =>
  changed(wallet, settings, { ...nothingPosted(wallet), settledCount: { equals: wallet.entryCount } }, nowMs);

/** Turns automatic top-ups off because there is no card any more; undefined if they are off. */
export const stopAutoTopUp = (wallet: Wallet, nowMs: number): ChangedWallet | undefined =>
  wallet.autoTopUp.enabled
    ? changed(wallet, { autoTopUp: { ...wallet.autoTopUp, enabled: false, stoppedReason: 'card_removed' } }, {}, nowMs)
    : undefined;

/** The settings of automatic top-ups that an owner changes; those left out stay unchanged. */
interface AutoTopUpSettings {
  readonly enabled: boolean;
  readonly thresholdKobo?: number | undefined;
  readonly amountKobo?: number | undefined;
}

/** A wallet with new settings of automatic top-ups. */
export interface ChangedAutoTopUp extends ChangedWallet {
  /** Whether a top-up is due at once: if the balance is below the threshold already, no debit will cross it. */
  readonly isDue: boolean;
}

/** Changes the automatic top-ups of a wallet, and resets the count of their failures; undefined for no change. */
export const changeAutoTopUp = (
  wallet: Wallet,
  settings: AutoTopUpSettings,
  nowMs: number,
): ChangedAutoTopUp | undefined => {
  const { autoTopUp } = wallet;
  const { enabled, thresholdKobo = autoTopUp.thresholdKobo, amountKobo = autoTopUp.amountKobo } = settings;
  const isSame =
    autoTopUp.enabled === enabled && autoTopUp.thresholdKobo === thresholdKobo && autoTopUp.amountKobo === amountKobo;
  if (isSame) return undefined;
  const changes = { autoTopUp: { enabled, thresholdKobo, amountKobo, failureCount: 0 } };
  return { ...changeSettings(wallet, changes, nowMs), isDue: enabled && wallet.balanceKobo < thresholdKobo };
};
