import { serve } from '#shared/http/serve';
import { environmentOf } from '#shared/platform/scope';
import { walletView } from '#shared/wallet/views';
import { loadWallet } from '#shared/wallet/wallet';
import { SESSION_WALLET } from './contract-parts.ts';
import { readWallet as contract } from './read-wallet.contract.ts';

/** GET /v1/wallet */
export const handler = serve(contract, {
  load: ({ query, caller }, { table }) => {
    const environment = environmentOf(caller, query.environment, SESSION_WALLET);
    return loadWallet(table, { accountId: caller.accountId, environment });
  },
  answer: ({ loaded: wallet }) => ({ success: true, wallet: walletView(wallet) }),
});
