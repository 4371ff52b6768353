import * as v from 'valibot';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { paginationSchema } from '#shared/http/schemas/pagination';
import { idText } from '#shared/http/schemas/texts';
import { applicantBody } from '#shared/onboarding/applicants/applicant-view';
import { described } from '#shared/platform/described';

/** The path of calls about one widget. */
export const widgetPath = object({ id: described(idText, 'The widget (`wgt_`).') });

/** A list of applicants, whole or a page of it. */
export const applicantListResponse = v.object({
  success: succeeded,
  data: described(v.array(applicantBody), 'The applicants.'),
  pagination: v.exactOptional(paginationSchema),
});

/** How lists are read, for the API document. */
export const LIST_DESCRIPTION =
  'Returns the whole list, newest first, or one page of it with `pagination` if `page` or `limit` is sent.';
