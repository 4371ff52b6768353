import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { transactionPath } from './contract-parts.ts';

/** Shows the receipt of one transaction. */
export const showReceipt = contract({
  name: 'show-receipt',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/transactions/{id}/receipt',
  summary: 'Show the receipt of a transaction',
  description:
    'Returns a receipt as an HTML page to print or file. It shows the amounts in naira and kobo, the balance ' +
    'before and after, and the time in Lagos, and it says so if the money is test money. For the same ' +
    'information as JSON, read the transaction.',
  caller: 'account',
  limit: 'walletReads',
  path: transactionPath,
  produces: 'html',
  success: { 200: v.string() },
  errors: ['TRANSACTION_NOT_FOUND'],
  touches: { reads: ['account', 'wallet', 'ledgerByTime'] },
});
