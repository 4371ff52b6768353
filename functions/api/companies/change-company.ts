import { changedCompany, statementsWrite } from '#shared/companies/company-changes';
import { companyView } from '#shared/companies/company-view';
import { verificationDownloads } from '#shared/direct-checks/verification-files';
import { serve } from '#shared/http/serve';
import { changeCompany } from './change-company.contract.ts';

/** PATCH /v1/dashboard/companies/{id}: one write. */
export const handler = serve(changeCompany, {
  effects: [verificationDownloads],
  answer: async ({ path, body, caller, meta }, { table, verificationDownloads: addressOf }) => {
    const result = await table.write(statementsWrite(caller, path.id, body, meta.nowMs));
    return { success: true, data: { company: await companyView(changedCompany(result, caller), addressOf) } };
  },
});
