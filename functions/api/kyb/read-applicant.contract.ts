import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { applicantDetailBody } from '#shared/onboarding/applicants/applicant-view';
import { applicantPath } from '#shared/onboarding/review/review-contract';

/** Reads one applicant of the account, with its modules and its timeline. */
export const readApplicant = contract({
  name: 'read-applicant',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/applicants/{id}',
  summary: 'Read an applicant',
  description:
    'Returns an applicant with the result and evidence of each module, its status history, its answers and ' +
    'its files. File URLs work for 15 minutes. An applicant of another account is not found.',
  caller: 'account',
  path: applicantPath,
  success: { 200: v.object({ success: succeeded, data: applicantDetailBody }) },
  errors: ['APPLICANT_NOT_FOUND'],
  touches: {
    reads: ['addressVerification', 'applicant', 'embedSession', 'evidence'],
    uses: ['attachmentDownloads', 'evidenceRetention', 'vault'],
  },
});
