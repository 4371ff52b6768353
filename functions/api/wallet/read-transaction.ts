import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { accountEnvironments } from '#shared/platform/scope';
import { findTransaction } from '#shared/wallet/ledger-pages';
import { transactionView } from '#shared/wallet/views';
import { readTransaction } from './read-transaction.contract.ts';

/** GET /v1/wallet/transactions/{id} */
export const handler = serve(readTransaction, {
  load: ({ path, caller }, { table }) => findTransaction(table, accountEnvironments(caller), path.id),
  answer: ({ loaded: entry }) => {
    if (!entry) throw new ApiError('TRANSACTION_NOT_FOUND');
    return { success: true, data: transactionView(entry) };
  },
});
