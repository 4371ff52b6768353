import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { environmentOf } from '#shared/platform/scope';
import { topUpDue } from '#shared/wallet/crossings';
import { withWallet } from '#shared/wallet/ledger';
import { findSavedCard } from '#shared/wallet/saved-card';
import { settle } from '#shared/wallet/settle';
import { walletView } from '#shared/wallet/views';
import { loadWallet } from '#shared/wallet/wallet';
import { changeAutoTopUp } from '#shared/wallet/wallet-settings';
import { SESSION_WALLET } from './contract-parts.ts';
import { setAutoTopUp as contract } from './set-auto-top-up.contract.ts';

/** PUT /v1/wallet/auto-top-up */
export const handler = serve(contract, {
  load: async ({ query, caller }, { table }) => {
    const environment = environmentOf(caller, query.environment, SESSION_WALLET);
    const owner = { accountId: caller.accountId, environment };
    const [wallet, card] = await Promise.all([loadWallet(table, owner), findSavedCard(table, owner)]);
    return { wallet, card };
  },
  answer: async ({ body, loaded, meta: { nowMs } }, { table, commit }) => {
    const isPaid = loaded.wallet.environment === 'live';
    if (body.enabled && isPaid && !loaded.card) throw new ApiError('NO_SAVED_CARD');
    const { result, value } = await withWallet(loaded.wallet, async (latest) => {
      const current = await settle(table, latest, nowMs);
      const changed = changeAutoTopUp(current, body, nowMs);
      const response = { success: true, wallet: walletView(changed?.wallet ?? current) } as const;
      if (!changed) return { result: { written: true } as const, value: response };
      const { wallet, operation, isDue } = changed;
      const operations = { wallet: operation, due: isDue ? topUpDue(wallet, nowMs) : undefined };
      return { result: await commit(operations, response), value: response };
    });
    if (!result.written) throw new Error('The settings of a wallet were refused');
    return value;
  },
});
