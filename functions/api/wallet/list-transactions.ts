import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { environmentOf } from '#shared/platform/scope';
import { readLedgerPage } from '#shared/wallet/ledger-pages';
import { transactionView } from '#shared/wallet/views';
import { SESSION_WALLET } from './contract-parts.ts';
import { listTransactions } from './list-transactions.contract.ts';

/** GET /v1/wallet/transactions */
export const handler = serve(listTransactions, {
  load: ({ query, caller }, { table }) => {
    const environment = environmentOf(caller, query.environment, SESSION_WALLET);
    return readLedgerPage(table, { accountId: caller.accountId, environment }, query, query);
  },
  answer: async ({ query, loaded: page }) => {
    const { data: transactions, pagination } = await pageBody(page, query, transactionView);
    return { success: true, transactions, pagination };
  },
});
