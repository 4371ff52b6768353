import { changedCompany, statementsWrite } from '#shared/companies/company-changes';
import { companyView } from '#shared/companies/company-view';
import { readReadCounts } from '#shared/companies/read-counts';
import { verificationDownloads } from '#shared/direct-checks/verification-files';
import { serve } from '#shared/http/serve';
import { updateCompany } from './update-company.contract.ts';

/** PATCH /v1/dashboard/companies/{id}: one write. */
export const handler = serve(updateCompany, {
  effects: [verificationDownloads],
  answer: async ({ path, body, caller, meta }, { table, verificationDownloads: addressOf }) => {
    const [result, reads] = await Promise.all([
      table.write(statementsWrite(caller, path.id, body, meta.nowMs)),
      readReadCounts(table, path.id),
    ]);
    return { success: true, data: { company: await companyView(changedCompany(result, caller), reads, addressOf) } };
  },
});
