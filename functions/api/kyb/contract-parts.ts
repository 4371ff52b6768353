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
export const widgetPath = object({ id: described(idText, 'The widget (`wgt_`).') });

/** A list of applicants, whole or a page of it. */
export const applicantListResponse = v.object({
  success: succeeded,
  data: described(v.array(applicantBody), 'The applicants.'),
  pagination: v.exactOptional(paginationSchema),
});

/** The query of a list of applicants. */
export const applicantListQuery = v.pipe(
  object({
    ...optionalPageQueryEntries,
    status: v.optional(described(applicantStatusSchema, 'Only applicants with this status.')),
    referenceId: v.optional(described(text(120, { minLength: 1 }), 'Only applicants with exactly this reference.')),
    environment: v.optional(
      described(
        environmentSchema,
        'Only applicants of this environment. The default is all that the credential reaches.',
      ),
    ),
    createdBy: v.optional(
      described(v.picklist(CREATORS), '`account` for those that you created, `applicant` for visitors of a widget.'),
    ),
    tag: v.optional(described(tagText, 'Only applicants with this tag, whatever its case.')),
    search: v.optional(
      described(
        text(200),
        'Only applicants whose business name or registration number contains this text, or whose reference is ' +
          'exactly this text. In names, case and accents are ignored.',
      ),
    ),
    ...timeRangeQueryEntries,
  }),
  v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
);

/** How lists are read, for the API document. */
export const LIST_DESCRIPTION =
  'Returns the whole list, newest first, or one page of it with `pagination` if `page`, `limit` or a filter ' +
  'other than `environment` is sent. ' +
  'Filters combine, and totals are exact. `from` and `to` select by `createdAt` and are inclusive. Each is a ' +
  'timestamp, or a date, which is a day in Africa/Lagos. New applicants are in every list at once. A filter by ' +
  '`status` follows a change of status by about a second; with `referenceId` it is current. A filter by ' +
  '`tag` is current. Filters look through ' +
  'the newest 250,000 applicants of the account, `search` through the newest 100,000, `tag` through ' +
  'the newest 5,000 with that tag, and `referenceId` through 500 applicants of one reference. If more would have to be looked through, the response is `422 RANGE_TOO_LONG`: ' +
  'choose a period with `from` and `to`.';
