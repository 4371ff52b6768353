import { update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { walletKeys } from './keys.ts';
import { unmoved, type Wallet } from './wallet.ts';

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
    operation: update(key, { set: changes, when: unmoved(wallet) }),
  };
};
