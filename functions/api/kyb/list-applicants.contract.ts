import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries } from '#shared/http/schemas/pagination';
import { applicantListResponse, LIST_DESCRIPTION } from './contract-parts.ts';

/** Lists every applicant of the account. */
export const listApplicants = contract({
  name: 'list-applicants',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/applicants',
  summary: 'List applicants',
  description: LIST_DESCRIPTION,
  caller: 'account',
  query: object(optionalPageQueryEntries),
  success: { 200: applicantListResponse },
  errors: ['RESULT_TOO_LARGE'],
  touches: { reads: ['applicantsOfEnvironment', 'applicantList'] },
});
