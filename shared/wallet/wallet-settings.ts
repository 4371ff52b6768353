import { update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { walletKeys } from './keys.ts';
import { type Wallet, walletUnchanged } from './wallet.ts';

/** What the owner of a wallet sets. */
export type WalletSettings = Partial<Pick<Wallet, 'lowBalanceThresholdKobo' | 'autoTopUp'>>;

/** A wallet with other settings, and the write that makes it so. */
export interface ChangedWallet {
  readonly wallet: Wallet;
  /** Refuses when the wallet has moved on. */
  readonly operation: WriteOperation;
}

/** Changes settings of a wallet. Its balance stays: a threshold that is set above it is crossed already. */
export const changeSettings = (wallet: Wallet, settings: WalletSettings, nowMs: number): ChangedWallet => {
  const changes = {
    ...settings,
    settingsCount: wallet.settingsCount + 1,
    updatedAt: isoTime(Math.max(nowMs, Date.parse(wallet.updatedAt))),
  };
  const key = walletKeys.wallet(wallet.accountId, wallet.environment);
  return {
    wallet: { ...wallet, ...changes },
    operation: update(key, { set: changes, when: walletUnchanged(wallet) }),
  };
};

/** Turns automatic top-ups off because there is no card any more; undefined where they are off. */
export const stopAutoTopUp = (wallet: Wallet, nowMs: number): ChangedWallet | undefined =>
  wallet.autoTopUp.enabled
    ? changeSettings(
        wallet,
        { autoTopUp: { ...wallet.autoTopUp, enabled: false, stoppedReason: 'card_removed' } },
        nowMs,
      )
    : undefined;

/** What an owner sets of its automatic top-ups; what is left out stays as it is. */
interface AutoTopUpSettings {
  readonly enabled: boolean;
  readonly thresholdKobo?: number | undefined;
  readonly amountKobo?: number | undefined;
}

/** A wallet with other automatic top-ups. */
export interface ChangedAutoTopUp extends ChangedWallet {
  /** Whether one is to be made at once: no debit crosses a threshold that the balance is below already. */
  readonly isDue: boolean;
}

/** Changes the automatic top-ups of a wallet, and starts the count of their failures anew; undefined for no change. */
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
