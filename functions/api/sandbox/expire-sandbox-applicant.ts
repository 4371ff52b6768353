import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { readApplicantWithSession } from '#shared/onboarding/applicants/applicant-with-session';
import { expireNow } from '#shared/onboarding/expiry/expire-now';
import { expireSandboxApplicant } from './expire-sandbox-applicant.contract.ts';

/** POST /v1/sandbox/applicants/{id}/expire */
export const handler = serve(expireSandboxApplicant, {
  load: ({ path, caller }, { table }) => readApplicantWithSession(table, caller, path.id),
  answer: async ({ loaded, meta: { nowMs } }, { table }) => {
    // One of `live` is the same as what never was.
    if (loaded.applicant.environment !== 'sandbox') throw new ApiError('APPLICANT_NOT_FOUND');
    return { success: true, data: applicantView(await expireNow(table, loaded, nowMs)) };
  },
});
