import * as v from 'valibot';
import { VERIFICATION_TYPES } from '#shared/direct-checks/check-record';
import { VERIFICATION_STATUSES, verificationBody } from '#shared/direct-checks/verification-view';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { idFilter } from '#shared/http/schemas/texts';
import { isInOrder, timeRangeQueryEntries } from '#shared/http/schemas/time-range';
import { described } from '#shared/platform/described';

/** Lists the checks that were made for an account. */
export const listVerifications = contract({
  name: 'list-verifications',
  group: 'verification',
  method: 'GET',
  route: '/v1/verifications',
  summary: 'List verifications',
  description:
    'Lists every check that was charged, newest first, with exact totals: direct checks, checks of ' +
    'applicants, and visits to addresses. A session lists the checks in `live`; an API key lists those in ' +
    'its own environment. If there are more than 10,000 checks between `from` and `to`, the response is `422 ' +
    'RANGE_TOO_LONG`: choose a shorter period. A new check appears within about a second.',
  caller: 'account',
  query: v.pipe(
    object({
      companyId: v.optional(described(idFilter, 'Only checks of this company (`cmp_`).')),
      type: v.optional(described(v.picklist(VERIFICATION_TYPES), 'Only checks of this type.')),
      status: v.optional(described(v.picklist(VERIFICATION_STATUSES), 'Only checks with this status.')),
      ...timeRangeQueryEntries,
      ...pageQueryEntries,
    }),
    v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
  ),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(verificationBody), 'The verifications on this page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  errors: ['RANGE_TOO_LONG'],
  touches: { reads: ['evidence', 'verificationsOfAccount'], uses: ['evidenceRetention', 'vault'] },
});
