import { ApiError } from '#shared/http/errors';
import { pagination, requestedPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import {
  applicantPageOfWidget,
  applicantsOfWidget,
  isFiltered,
  readFilteredPage,
} from '#shared/onboarding/applicants/applicant-pages';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { listWidgetApplicants } from './list-widget-applicants.contract.ts';

/** GET /v1/kyb/widgets/{id}/applicants */
export const handler = serve(listWidgetApplicants, {
  load: async ({ path: { id }, query, caller }, { table }) => {
    const filtered = isFiltered(query);
    const page = requestedPage(query, filtered);
    const owned = findOwnedWidget(table, caller, id);
    if (!page) {
      const [widget, applicants] = await Promise.all([owned, applicantsOfWidget(table, caller, id)]);
      return widget && { applicants };
    }
    const count = owned.then((widget) => widget?.applicantCount ?? 0);
    const [widget, { applicants, total }] = await Promise.all([
      owned,
      filtered
        ? readFilteredPage(table, caller, query, page, owned)
        : applicantPageOfWidget(table, caller, id, page, count),
    ]);
    return widget && { applicants, pagination: pagination(page, total) };
  },
  answer: ({ loaded }) => {
    if (!loaded) throw new ApiError('WIDGET_NOT_FOUND');
    const { applicants, ...paging } = loaded;
    if (!applicants) throw new ApiError('RESULT_TOO_LARGE');
    return { success: true, data: applicants.map(applicantView), ...paging } as const;
  },
});
