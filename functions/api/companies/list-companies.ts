import { companiesOnPage, listCompanyEntries, matchesFilter } from '#shared/companies/company-pages';
import { companyView } from '#shared/companies/company-view';
import { verificationDownloads } from '#shared/direct-checks/verification-files';
import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listCompanies } from './list-companies.contract.ts';

/** GET /v1/dashboard/my-companies: filters the entries, and reads the companies of the page. */
export const handler = serve(listCompanies, {
  load: ({ caller }, { table }) => listCompanyEntries(table, caller),
  effects: [verificationDownloads],
  answer: async ({ query, caller, loaded: entries }, { table, verificationDownloads: addressOf }) => {
    const matching = entries.filter(matchesFilter(query));
    const companies = await companiesOnPage(table, caller, matching, query);
    return {
      success: true,
      data: {
        companies: await Promise.all(companies.map(({ company, reads }) => companyView(company, reads, addressOf))),
      },
      pagination: pagination(query, matching.length),
    };
  },
});
