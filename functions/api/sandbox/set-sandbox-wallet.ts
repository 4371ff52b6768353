import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { exactly, post, withWallet } from '#shared/wallet/ledger';
import type { NewEntry } from '#shared/wallet/ledger-entry';
import { walletView } from '#shared/wallet/views';
import { loadWallet, type Wallet } from '#shared/wallet/wallet';
import { setSandboxWallet } from './set-sandbox-wallet.contract.ts';

/** The entry that brings a wallet to a balance; none if it has that balance. */
const entriesTo = (balanceKobo: number, wallet: Wallet): readonly NewEntry[] => {
  const differenceKobo = balanceKobo - wallet.balanceKobo;
  if (differenceKobo === 0) return [];
  return [
    {
      type: differenceKobo > 0 ? 'credit' : 'debit',
      amountKobo: Math.abs(differenceKobo),
      actionKey: null,
      description: 'Balance of test money set',
      reference: null,
    },
  ];
};

/** PUT /v1/sandbox/wallet */
export const handler = serve(setSandboxWallet, {
  load: ({ caller: { accountId, environments } }, { table }) => {
    // What is outside the caller's scope is treated as missing.
    if (!environments.includes('sandbox')) throw new ApiError('WALLET_NOT_FOUND');
    return loadWallet(table, { accountId, environment: 'sandbox' });
  },
  answer: async ({ body: { balanceKobo }, loaded, meta: { nowMs } }, { commit }) => {
    const { result, value } = await withWallet(loaded, async (current) => {
      const { wallet, operations } = exactly(post(current, entriesTo(balanceKobo, current), nowMs), current);
      const response = { success: true, wallet: walletView(wallet) } as const;
      return { result: await commit(operations, response), value: response };
    });
    if (!result.written) throw new Error('The test money of a wallet was refused');
    return value;
  },
});
