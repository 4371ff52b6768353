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
  description: "Lists your companies in the credential's environment (`live` for a session), newest first.",
  caller: 'account',
  query: object({
    ...pageQueryEntries,
    search: v.optional(
      described(
        text(200),
        'Only companies whose name or registration number contains this text. Case and accents are ignored.',
      ),
    ),
    active: v.optional(
      described(
        booleanText(),
        'Whether to list only companies that the registry lists as active (`true`) or only the rest (`false`).',
      ),
    ),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: component(
        v.object({ companies: described(v.array(companyBody), 'The companies on this page, newest first.') }),
        'CompanyPage',
        'A page of companies.',
      ),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['companyList', 'company', 'companyReads'], uses: ['verificationDownloads'] },
});
