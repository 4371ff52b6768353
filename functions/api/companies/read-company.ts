import { ownedCompany } from '#shared/companies/company-repository';
import { companyView } from '#shared/companies/company-view';
import { verificationDownloads } from '#shared/direct-checks/verification-files';
import { serve } from '#shared/http/serve';
import { readCompany } from './read-company.contract.ts';

/** GET /v1/dashboard/company-details */
export const handler = serve(readCompany, {
  effects: [verificationDownloads],
  load: ({ query, caller }, { table }) => ownedCompany(table, caller, query.companyId),
  answer: async ({ loaded: company }, { verificationDownloads: addressOf }) => ({
    success: true,
    data: { company: await companyView(company, addressOf) },
  }),
});
