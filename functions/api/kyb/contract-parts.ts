import * as v from 'valibot';
import { CREATORS } from '#shared/events/catalogue';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { idText, text } from '#shared/http/schemas/texts';
import { isInOrder, timeRangeQueryEntries } from '#shared/http/schemas/time-range';
import { tagText } from '#shared/onboarding/applicants/applicant-bodies';
import { applicantBody } from '#shared/onboarding/applicants/applicant-view';
import { applicantStatusSchema } from '#shared/onboarding/applicants/timeline';
import { described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';

/** The path of calls about one widget. */
export const widgetPath = object({ id: described(idText, 'The id of the widget (`wgt_`).') });

/** A list of applicants, whole or one page. */
export const applicantListResponse = v.object({
  success: succeeded,
  data: described(v.array(applicantBody), 'The applicants, newest first.'),
  pagination: v.exactOptional(paginationSchema),
});

/** The filters of lists of applicants. */
const filterEntries = {
  status: v.optional(described(applicantStatusSchema, 'Only applicants with this status.')),
  referenceId: v.optional(described(text(120, { minLength: 1 }), 'Only applicants with exactly this `referenceId`.')),
  environment: v.optional(
    described(
      environmentSchema,
      'Only applicants in this environment. By default, every environment that the credential can access.',
    ),
  ),
  createdBy: v.optional(
    described(
      v.picklist(CREATORS),
      'Only applicants created by you (`account`), or by visitors to a widget (`applicant`).',
    ),
  ),
  tag: v.optional(described(tagText, 'Only applicants with this tag, whatever its case.')),
  search: v.optional(
    described(
      text(200),
      'Only applicants whose business name or registration number contains this text, or whose `referenceId` ' +
        'is exactly this text. Names are compared without regard to case and accents.',
    ),
  ),
  ...timeRangeQueryEntries,
};

/** The query of a list of applicants. */
export const applicantListQuery = v.pipe(
  object({ ...optionalPageQueryEntries, ...filterEntries }),
  v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
);

/** Body of "export applicants": the filters of the lists. */
export const createExportBody = v.pipe(
  object({
    widgetId: v.optional(described(idText, 'Only applicants of this widget (`wgt_`).')),
    ...filterEntries,
  }),
  v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
);

/** How lists are read, for the API document. */
export const LIST_DESCRIPTION =
  'Returns the whole list, newest first. If you send `page`, `limit` or any filter other than ' +
  '`environment`, returns one page with `pagination`. Filters combine, and totals are exact. `from` and ' +
  '`to` filter by `createdAt` and are inclusive. Each is a timestamp, or a date, which stands for that day ' +
  'in Africa/Lagos. New applicants appear in every list at once. A change of status takes about a second ' +
  'to show in lists filtered by `status`; with `referenceId` there is no delay, and a filter by `tag` is current. Filters search the newest ' +
  '250,000 applicants of the account, `search` the newest 100,000, `tag` the newest 5,000 with ' +
  'that tag, and `referenceId` up to 500 applicants with the same reference. If there are more to search, the response is `422 RANGE_TOO_LONG`: narrow the ' +
  'period with `from` and `to`.';
