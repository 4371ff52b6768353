import { serve } from '#shared/http/serve';
import { walletView } from '#shared/wallet/views';
import { readWallet } from '#shared/wallet/wallet';
import { readWallet as contract } from './read-wallet.contract.ts';

/** GET /v1/wallet */
export const handler = serve(contract, {
  load: ({ query, caller }, { table }) => readWallet(table, caller.accountId, query.environment),
  answer: ({ loaded: wallet }) => ({ status: 200, body: { success: true, wallet: walletView(wallet) } }),
});
