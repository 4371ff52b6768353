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
    'Of the environment of the credential (`live` for a session), what is due first before the rest, with exact totals. ' +
    'Inactive ones are listed too, unless `isActive` says otherwise.',
  caller: 'account',
  query: object({
    ...pageQueryEntries,
    companyId: v.optional(described(idFilter, 'Only those of this company (`cmp_`); none for one that is not yours.')),
    category: categoryFilter,
    isActive: v.optional(described(booleanText(), 'Only active ones, or only the others.')),
    dueBefore: v.optional(described(dayText('dueBefore'), 'Only what is due on this day or before it.')),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(obligationBody), 'The obligations of one page, by their due date.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['obligation', 'obligationCalendar'] },
});
