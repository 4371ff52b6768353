import * as v from 'valibot';
import { companyBody } from '#shared/companies/company-body';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { booleanText, text } from '#shared/http/schemas/texts';
import { component, described } from '#shared/platform/described';

/** Lists the companies of the account. */
export const listCompanies = contract({
  name: 'list-companies',
  group: 'companies',
  method: 'GET',
  route: '/v1/dashboard/my-companies',
  summary: 'List companies',
  description: 'Of the environment of the credential (`live` for a session), newest first.',
  caller: 'account',
  query: object({
    ...pageQueryEntries,
    search: v.optional(
      described(
        text(200),
        'Only companies with this in their name, whatever its case and accents, or in their number.',
      ),
    ),
    active: v.optional(described(booleanText(), 'Only those that the registry lists as active, or only the others.')),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: component(
        v.object({ companies: described(v.array(companyBody), 'The companies of one page, newest first.') }),
        'Companies',
        'A page of companies.',
      ),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['companyList', 'company', 'companyReads'], uses: ['verificationDownloads'] },
});
