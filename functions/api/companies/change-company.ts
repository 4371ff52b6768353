import { changedCompany, statementsWrite } from '#shared/companies/company-changes';
import { companyView } from '#shared/companies/company-view';
import { serve } from '#shared/http/serve';
import { changeCompany } from './change-company.contract.ts';

/** PATCH /v1/dashboard/companies/{id}: one write. */
export const handler = serve(changeCompany, {
  answer: async ({ path, body, caller, meta }, { table }) => {
    const result = await table.write(statementsWrite(caller, path.id, body, meta.nowMs));
    return { success: true, data: { company: companyView(changedCompany(result, caller)) } };
  },
});
