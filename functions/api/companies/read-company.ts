import { ownedCompany } from '#shared/companies/company-repository';
import { companyView } from '#shared/companies/company-view';
import { serve } from '#shared/http/serve';
import { readCompany } from './read-company.contract.ts';

/** GET /v1/dashboard/company-details */
export const handler = serve(readCompany, {
  load: ({ query, caller }, { table }) => ownedCompany(table, caller, query.companyId),
  answer: ({ loaded: company }) => ({ success: true, data: { company: companyView(company) } }),
});
