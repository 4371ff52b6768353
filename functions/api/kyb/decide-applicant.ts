import { serve } from '#shared/http/serve';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { decideApplicant } from '#shared/onboarding/review/decide-applicant';
import { decideApplicant as contract } from './decide-applicant.contract.ts';

/** POST /v1/kyb/applicants/{id}/decision */
export const handler = serve(contract, {
  load: ({ path, caller }, { table }) => findOwnedApplicant(table, caller, path.id),
  answer: async ({ body, caller, loaded, meta }, { table }) => ({
    success: true as const,
    data: applicantView(await decideApplicant(table, caller, loaded, body, meta.nowMs)),
  }),
});
