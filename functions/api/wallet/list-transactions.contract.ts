import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { idFilter } from '#shared/http/schemas/texts';
import { isInOrder, timeRangeQueryEntries } from '#shared/http/schemas/time-range';
import { described } from '#shared/platform/described';
import { ENTRY_TYPES } from '#shared/wallet/ledger-entry';
import { ACTION_KEYS } from '#shared/wallet/rates';
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
    'Lists transactions, newest first. `from` and `to` are inclusive. Each is a timestamp, or a date, which ' +
    'stands for that day in Africa/Lagos. Filtered lists may lag behind the latest transaction by a moment. ' +
    '`actionKey` searches at most 5,000 transactions: in longer ledgers, choose a period. `reference` needs ' +
    'no period.',
  caller: 'account',
  limit: 'walletReads',
  query: v.pipe(
    object({
      ...environmentEntries,
      ...pageQueryEntries,
      type: v.optional(described(v.picklist(ENTRY_TYPES), 'Only transactions of this type.')),
      actionKey: v.optional(described(v.picklist(ACTION_KEYS), 'Only charges and refunds for this action.')),
      reference: v.optional(
        described(
          idFilter,
          'Only transactions with this reference: the id of an applicant, a verification, a company or a top-up.',
        ),
      ),
      ...timeRangeQueryEntries,
    }),
    v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
  ),
  success: {
    200: v.object({
      success: succeeded,
      transactions: described(v.array(transactionBody), 'The transactions on this page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  errors: ['RANGE_TOO_LONG'],
  touches: { reads: ['wallet', 'ledgerByTime', 'ledgerByType', 'ledgerByReference'] },
});
