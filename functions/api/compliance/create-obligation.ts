import { confirmCompanyOwner, ownedCompany } from '#shared/companies/company-repository';
import { newObligation } from '#shared/compliance/obligation-changes';
import { additionWrites } from '#shared/compliance/obligation-repository';
import { obligationView } from '#shared/compliance/obligation-view';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { createObligation } from './create-obligation.contract.ts';

/** POST /v1/compliance/obligations */
export const handler = serve(createObligation, {
  load: ({ body, caller }, { table }) => ownedCompany(table, caller, body.companyId),
  answer: async ({ body, caller, loaded: company, meta: { nowMs } }, { commit }) => {
    const owner = callerEnvironment(caller);
    const obligation = newObligation(owner, body, nowMs);
    const response = { success: true, data: obligationView(obligation, nowMs) } as const;
    const operations = { ...additionWrites(obligation), company: confirmCompanyOwner(owner, company.id) };
    const result = await commit(operations, response);
    if (result.written) return response;
    // The company has got another owner since it was read.
    if (result.refusals.company) throw new ApiError('COMPANY_NOT_FOUND');
    throw new ApiError('TOO_MANY_OBLIGATIONS');
  },
});
