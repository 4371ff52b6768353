import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { transactionBody } from '#shared/wallet/views';
import { transactionPath } from './contract-parts.ts';

/** Reads one entry of a ledger. */
export const readTransaction = contract({
  name: 'read-transaction',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/transactions/{id}',
  summary: 'Read a transaction',
  description:
    'Returns a transaction. A session can read both wallets; an API key can read only the wallet in its own ' +
    'environment.',
  caller: 'account',
  limit: 'walletReads',
  path: transactionPath,
  success: { 200: v.object({ success: succeeded, data: transactionBody }) },
  errors: ['TRANSACTION_NOT_FOUND'],
  touches: { reads: ['wallet', 'ledgerByTime'] },
});
