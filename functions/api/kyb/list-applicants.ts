import { ApiError } from '#shared/http/errors';
import { pagination, requestedPage } from '#shared/http/pagination';
import { serve } from '#shared/http/serve';
import { applicantsOfAccount } from '#shared/onboarding/applicant-repository';
import { readTotals } from '#shared/onboarding/list-totals';
import { applicantView } from '#shared/onboarding/views';
import { listApplicants } from './contracts.ts';

/** GET /v1/kyb/applicants */
export const handler = serve(listApplicants, {
  load: async ({ query, caller: { accountId } }, { table }) => {
    const page = requestedPage(query);
    const [applicants, totals] = await Promise.all([
      applicantsOfAccount(table, accountId, page),
      page && readTotals(table, accountId),
    ]);
    return { applicants, ...(page && totals && { pagination: pagination(page, totals.applicantCount) }) };
  },
  answer: ({ loaded: { applicants, ...paging } }) => {
    if (!applicants) throw new ApiError('RESULT_TOO_LARGE');
    return { status: 200, body: { success: true, data: applicants.map(applicantView), ...paging } } as const;
  },
});
