import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { applicantPath } from '#shared/onboarding/review/review-contract';
import { described } from '#shared/platform/described';
import { clearanceBody } from '#shared/verification/clearance-view';

/** Lists the list entries that are cleared for an applicant. */
export const listClearances = contract({
  name: 'list-clearances',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/applicants/{id}/clearances',
  summary: 'List cleared list entries',
  description:
    'Lists the entries of screening lists that are cleared for an applicant, newest first. Withdrawn clearances are not ' +
    'listed. Returns the whole list, or one page of it with `pagination` if `page` or `limit` is sent.',
  caller: 'account',
  path: applicantPath,
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(clearanceBody), 'The clearances.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  errors: ['APPLICANT_NOT_FOUND'],
  touches: { reads: ['applicant', 'evidence'], uses: ['vault'] },
});
