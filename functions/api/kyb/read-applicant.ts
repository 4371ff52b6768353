import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { applicantDetailView } from '#shared/onboarding/applicants/applicant-view';
import { readApplicant } from './read-applicant.contract.ts';

/** GET /v1/kyb/applicants/{id} */
export const handler = serve(readApplicant, {
  load: ({ path, caller }, { table }) => findOwnedApplicant(table, caller, path.id),
  answer: ({ loaded: applicant }) => {
    if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
    return { success: true, data: applicantDetailView(applicant) } as const;
  },
});
