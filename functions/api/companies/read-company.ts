import { ownedCompany } from '#shared/companies/company-repository';
import { companyView } from '#shared/companies/company-view';
import { readReadCounts } from '#shared/companies/read-counts';
import { verificationDownloads } from '#shared/direct-checks/verification-files';
import { serve } from '#shared/http/serve';
import { readCompany } from './read-company.contract.ts';

/** GET /v1/dashboard/company-details */
export const handler = serve(readCompany, {
  effects: [verificationDownloads],
  load: ({ query, caller }, { table }) =>
    Promise.all([ownedCompany(table, caller, query.companyId), readReadCounts(table, query.companyId)]),
  answer: async ({ loaded: [company, reads] }, { verificationDownloads: addressOf }) => ({
    success: true,
    data: { company: await companyView(company, reads, addressOf) },
  }),
});
