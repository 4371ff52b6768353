import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { statementBody } from '#shared/wallet/statement-view';
import { environmentEntries } from './contract-parts.ts';

/** Sums up a month of one of the account's wallets. */
export const readStatement = contract({
  name: 'read-statement',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/statement',
  summary: 'Read the statement of a month',
  description:
    'Returns the totals of a month by type and action, with the balance before and after it. A month begins ' +
    'and ends in Africa/Lagos. Send `Accept: text/csv` to receive the statement as CSV. If a month has more ' +
    'than 20,000 transactions, it has no statement: list its transactions instead.',
  caller: 'account',
  limit: 'walletReads',
  representations: ['csv'],
  query: object({
    ...environmentEntries,
    month: described(
      v.pipe(
        text(7),
        v.regex(/^(19[7-9]|[2-9]\d\d)\d-(0[1-9]|1[0-2])$/, 'month must be a month from 1970 on, such as 2026-11'),
      ),
      'The month, as `YYYY-MM`. Must be the current month or an earlier one.',
    ),
  }),
  success: { 200: v.object({ success: succeeded, statement: statementBody }) },
  errors: ['RANGE_TOO_LONG'],
  touches: { reads: ['wallet', 'ledgerByTime'] },
});
