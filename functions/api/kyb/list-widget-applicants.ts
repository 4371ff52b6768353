import { ApiError } from '#shared/http/errors';
import { pagination, requestedPage } from '#shared/http/pagination';
import { serve } from '#shared/http/serve';
import { applicantsOfWidget } from '#shared/onboarding/applicant-repository';
import { applicantView } from '#shared/onboarding/views';
import { findOwnedWidget } from '#shared/onboarding/widget-repository';
import { listWidgetApplicants } from './contracts.ts';

/** GET /v1/kyb/widgets/{id}/applicants */
export const handler = serve(listWidgetApplicants, {
  load: async ({ path, query, caller }, { table }) => {
    const [widget, applicants] = await Promise.all([
      findOwnedWidget(table, caller.accountId, path.id),
      applicantsOfWidget(table, path.id, requestedPage(query)),
    ]);
    return widget && { widget, applicants };
  },
  answer: ({ query, loaded }) => {
    if (!loaded) throw new ApiError('WIDGET_NOT_FOUND');
    const { widget, applicants } = loaded;
    if (!applicants) throw new ApiError('RESULT_TOO_LARGE');
    const page = requestedPage(query);
    const paging = page && { pagination: pagination(page, widget.applicantCount) };
    return { status: 200, body: { success: true, data: applicants.map(applicantView), ...paging } } as const;
  },
});
