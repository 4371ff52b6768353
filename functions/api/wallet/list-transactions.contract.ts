import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { isInOrder, timeRangeQueryEntries } from '#shared/http/schemas/time-range';
import { described } from '#shared/platform/described';
import { ENTRY_TYPES } from '#shared/wallet/ledger-entry';
import { transactionBody } from '#shared/wallet/views';
import { environmentEntries } from './contract-parts.ts';

/** Lists the ledger of one of the account's wallets. */
export const listTransactions = contract({
  name: 'list-transactions',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/transactions',
  summary: 'List the transactions of a wallet',
  description:
    'Newest first. `from` and `to` are included: timestamps, or dates, which are days in Africa/Lagos. Filtered lists ' +
    'may lag behind the latest transaction by a moment.',
  caller: 'account',
  limit: 'walletReads',
  query: v.pipe(
    object({
      ...environmentEntries,
      ...pageQueryEntries,
      type: v.optional(described(v.picklist(ENTRY_TYPES), 'Only credits, or only debits.')),
      ...timeRangeQueryEntries,
    }),
    v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
  ),
  success: {
    200: v.object({
      success: succeeded,
      transactions: described(v.array(transactionBody), 'The entries of one page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['wallet', 'ledgerByTime', 'ledgerByType'] },
});
