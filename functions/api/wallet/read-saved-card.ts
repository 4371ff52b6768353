import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { environmentOf } from '#shared/platform/scope';
import { findSavedCard } from '#shared/wallet/saved-card';
import { savedCardView } from '#shared/wallet/views';
import { SESSION_WALLET } from './contract-parts.ts';
import { readSavedCard } from './read-saved-card.contract.ts';

/** GET /v1/wallet/saved-card */
export const handler = serve(readSavedCard, {
  load: ({ query, caller }, { table }) => {
    const environment = environmentOf(caller, query.environment, SESSION_WALLET);
    return findSavedCard(table, { accountId: caller.accountId, environment });
  },
  answer: ({ loaded: card }) => {
    if (!card) throw new ApiError('SAVED_CARD_NOT_FOUND');
    return { success: true, data: savedCardView(card) };
  },
});
