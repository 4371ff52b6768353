import { contract } from '#shared/http/contract';
import { applicantListQuery, applicantListResponse, LIST_DESCRIPTION } from './contract-parts.ts';

/** Lists every applicant of the account. */
export const listApplicants = contract({
  name: 'list-applicants',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/applicants',
  summary: 'List applicants',
  description: LIST_DESCRIPTION,
  caller: 'account',
  query: applicantListQuery,
  success: { 200: applicantListResponse },
  errors: ['RANGE_TOO_LONG', 'RESULT_TOO_LARGE'],
  touches: {
    reads: ['applicant', 'applicantsOfEnvironment', 'applicantsOfReference', 'applicantsOfTag', 'applicantList'],
  },
});
