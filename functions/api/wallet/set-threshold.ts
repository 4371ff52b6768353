import { serve } from '#shared/http/serve';
import { environmentOf } from '#shared/platform/scope';
import { withWallet } from '#shared/wallet/ledger';
import { settle } from '#shared/wallet/settle';
import { walletView } from '#shared/wallet/views';
import { loadWallet } from '#shared/wallet/wallet';
import { changeSettings } from '#shared/wallet/wallet-settings';
import { SESSION_WALLET } from './contract-parts.ts';
import { setThreshold as contract } from './set-threshold.contract.ts';

/** PUT /v1/wallet/threshold */
export const handler = serve(contract, {
  load: ({ query, caller }, { table }) => {
    const environment = environmentOf(caller, query.environment, SESSION_WALLET);
    return loadWallet(table, { accountId: caller.accountId, environment });
  },
  answer: async ({ body: { thresholdKobo }, loaded, meta }, { table, commit }) => {
    const { result, value } = await withWallet(loaded, async (latest) => {
      const current = await settle(table, latest, meta.nowMs);
      const isSet = current.lowBalanceThresholdKobo === thresholdKobo;
      const unchanged = { success: true, wallet: walletView(current) } as const;
      if (isSet) return { result: { written: true } as const, value: unchanged };
      const { wallet, operation } = changeSettings(current, { lowBalanceThresholdKobo: thresholdKobo }, meta.nowMs);
      const response = { success: true, wallet: walletView(wallet) } as const;
      return { result: await commit({ wallet: operation }, response), value: response };
    });
    if (!result.written) throw new Error('The settings of a wallet were refused');
    return value;
  },
});
