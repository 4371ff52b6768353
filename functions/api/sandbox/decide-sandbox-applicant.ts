import { serve } from '#shared/http/serve';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { decideApplicant } from '#shared/onboarding/review/decide-applicant';
import { decideSandboxApplicant } from './decide-sandbox-applicant.contract.ts';

/** POST /v1/sandbox/applicants/{id}/decision */
export const handler = serve(decideSandboxApplicant, {
  load: async ({ path, caller }, { table }) => {
    const applicant = await findOwnedApplicant(table, caller, path.id);
    // One of `live` is the same as what never was.
    return applicant?.environment === 'sandbox' ? applicant : undefined;
  },
  answer: async ({ body, caller, loaded, meta }, { table }) => ({
    success: true as const,
    data: applicantView(await decideApplicant(table, caller, loaded, body, meta.nowMs)),
  }),
});
