import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readLedgerPage } from '#shared/wallet/ledger-pages';
import { transactionView } from '#shared/wallet/views';
import { listTransactions } from './list-transactions.contract.ts';

/** GET /v1/wallet/transactions */
export const handler = serve(listTransactions, {
  load: ({ query, caller }, { table }) => {
    const owner = { accountId: caller.accountId, environment: query.environment };
    return readLedgerPage(table, owner, query, query);
  },
  answer: ({ query, loaded: { entries, total } }) => ({
    status: 200,
    body: { success: true, transactions: entries.map(transactionView), pagination: pagination(query, total) },
  }),
});
