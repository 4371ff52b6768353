import { NO_ENTRIES } from '#shared/db/lists/page';
import { ApiError } from '#shared/errors/api-error';
import { pagination, requestedPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { applicantPageOfWidget, applicantsOfWidget } from '#shared/onboarding/applicants/applicant-pages';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { isFiltered, readFilteredPage } from '#shared/onboarding/applicants/find-applicants';
import { findIntake } from '#shared/onboarding/widgets/intake';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { listWidgetApplicants } from './list-widget-applicants.contract.ts';

/** GET /v1/kyb/widgets/{id}/applicants */
export const handler = serve(listWidgetApplicants, {
  load: async ({ path: { id }, query: { environment, ...query }, caller }, { table }) => {
    const filtered = isFiltered(query);
    const page = requestedPage(query, filtered);
    const owned = findOwnedWidget(table, caller, id);
    const read = async () => {
      if (!page) return { entries: await applicantsOfWidget(table, caller, id), total: 0 };
      if (filtered) return readFilteredPage(table, caller, query, page, owned);
      const counted = Promise.all([owned, findIntake(table, caller.accountId, id)]);
      const count = counted.then(([widget, intake]) => (widget && intake?.applicantCount) ?? 0);
      return applicantPageOfWidget(table, caller, id, page, count);
    };
    const [widget, found] = await Promise.all([owned, read()]);
    // All applicants of a widget are in its environment.
    const isOther = environment !== undefined && widget?.environment !== environment;
    const { entries: applicants, total } = isOther ? NO_ENTRIES : found;
    return widget && { applicants, ...(page && { pagination: pagination(page, total) }) };
  },
  answer: ({ loaded }) => {
    if (!loaded) throw new ApiError('WIDGET_NOT_FOUND');
    const { applicants, ...paging } = loaded;
    if (!applicants) throw new ApiError('RESULT_TOO_LARGE');
    return { success: true, data: applicants.map(applicantView), ...paging } as const;
  },
});
