import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { noteBody } from '#shared/onboarding/notes/note';
import { applicantPath } from '#shared/onboarding/review/review-contract';
import { described } from '#shared/platform/described';

/** Lists the notes on an applicant. */
export const listNotes = contract({
  name: 'list-notes',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/applicants/{id}/notes',
  summary: 'List notes',
  description: 'Lists the notes on an applicant, newest first, with exact totals.',
  caller: 'account',
  path: applicantPath,
  query: object(pageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(noteBody), 'The notes of the page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  errors: ['APPLICANT_NOT_FOUND'],
  touches: { reads: ['applicant', 'applicantNotes'] },
});
