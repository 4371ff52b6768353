import { readAccount } from '#shared/auth/accounts/account';
import { ApiError } from '#shared/errors/api-error';
import { FORM_PAGE_HEADERS } from '#shared/http/page';
import { serve } from '#shared/http/serve';
import { accountEnvironments } from '#shared/platform/scope';
import { findTransaction } from '#shared/wallet/ledger-pages';
import { receiptPage } from '#shared/wallet/receipt-page';
import { showReceipt } from './show-receipt.contract.ts';

/** GET /v1/wallet/transactions/{id}/receipt */
export const handler = serve(showReceipt, {
  load: async ({ path, caller }, { table }) => {
    const [entry, account] = await Promise.all([
      findTransaction(table, accountEnvironments(caller), path.id),
      readAccount(table, caller),
    ]);
    return { entry, account };
  },
  answer: ({ loaded: { entry, account } }) => {
    if (!entry) throw new ApiError('TRANSACTION_NOT_FOUND');
    return { status: 200, body: receiptPage(entry, account), headers: FORM_PAGE_HEADERS };
  },
});
