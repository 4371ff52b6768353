import { check } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { environmentOf } from '#shared/platform/scope';
import { withWallet } from '#shared/wallet/ledger';
import { findSavedCard, removeCard } from '#shared/wallet/saved-card';
import { loadWallet, settingsUnchanged, walletRecord } from '#shared/wallet/wallet';
import { stopAutoTopUp } from '#shared/wallet/wallet-settings';
import { SESSION_WALLET } from './contract-parts.ts';
import { removeSavedCard } from './remove-saved-card.contract.ts';

/**
 * DELETE /v1/wallet/saved-card. Removing the card and turning off automatic top-ups are one transaction, so that
 * top-ups never lack a card.
 */
export const handler = serve(removeSavedCard, {
  load: async ({ query, caller }, { table }) => {
    const environment = environmentOf(caller, query.environment, SESSION_WALLET);
    const owner = { accountId: caller.accountId, environment };
    const [wallet, card] = await Promise.all([loadWallet(table, owner), findSavedCard(table, owner)]);
    return { wallet, card };
  },
  answer: async ({ loaded: { wallet: read, card }, meta: { nowMs } }, { table }) => {
    if (!card) throw new ApiError('SAVED_CARD_NOT_FOUND');
    const { result } = await withWallet(read, async (current) => {
      const settings =
        stopAutoTopUp(current, nowMs)?.operation ?? check(walletRecord(current).key, settingsUnchanged(current));
      const operations = { card: removeCard(current, nowMs), wallet: settings };
      return { result: await table.transact(operations), value: undefined };
    });
    if (!result.written) throw new ApiError('SAVED_CARD_NOT_FOUND');
    return { success: true, message: 'The saved card was removed, and automatic top-ups are off.' } as const;
  },
});
