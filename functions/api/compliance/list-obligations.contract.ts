import * as v from 'valibot';
import { categoryFilter, dayText } from '#shared/compliance/obligation-bodies';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { booleanText, idFilter } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { obligationBody } from './contract-parts.ts';

/** Lists the obligations of the account. */
export const listObligations = contract({
  name: 'list-obligations',
  group: 'compliance',
  method: 'GET',
  route: '/v1/compliance/obligations',
  summary: 'List obligations',
  description:
    "Lists the obligations in the credential's environment (`live` for a session), earliest due date first, " +
    'with exact totals. Inactive obligations are included unless you filter by `isActive`.',
  caller: 'account',
  query: object({
    ...pageQueryEntries,
    companyId: v.optional(
      described(idFilter, 'Only obligations of this company (`cmp_`). The list is empty if the company is not yours.'),
    ),
    category: categoryFilter,
    isActive: v.optional(
      described(booleanText(), 'Whether to list only active obligations (`true`) or only inactive ones (`false`).'),
    ),
    dueBefore: v.optional(described(dayText('dueBefore'), 'Only obligations due on or before this day.')),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(obligationBody), 'The obligations on this page, earliest due date first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['obligation', 'obligationCalendar'] },
});
