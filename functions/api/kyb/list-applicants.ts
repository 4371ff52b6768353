import { ApiError } from '#shared/errors/api-error';
import { scopeIn } from '#shared/http/caller/reached-environments';
import { pagination, requestedPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readApplicantPage, readEveryApplicant } from '#shared/onboarding/applicants/applicant-pages';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { isFiltered, readFilteredPage } from '#shared/onboarding/applicants/find-applicants';
import { listApplicants as contract } from './list-applicants.contract.ts';

/** GET /v1/kyb/applicants */
export const handler = serve(contract, {
  load: async ({ query, caller }, { table }) => {
    const { environment, ...filter } = query;
    const scope = scopeIn(caller, environment);
    const filtered = isFiltered(filter);
    const page = requestedPage(query, filtered);
    if (!page) return { applicants: await readEveryApplicant(table, scope) };
    const { entries: applicants, total } = filtered
      ? await readFilteredPage(table, scope, filter, page)
      : await readApplicantPage(table, scope, page);
    return { applicants, pagination: pagination(page, total) };
  },
  answer: ({ loaded: { applicants, ...paging } }) => {
    if (!applicants) throw new ApiError('RESULT_TOO_LARGE');
    return { success: true, data: applicants.map(applicantView), ...paging } as const;
  },
});
