import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { applicantReportBody } from '#shared/onboarding/report/report-body';
import { applicantPath } from '#shared/onboarding/review/review-contract';

/** Returns a report of everything about one applicant of the account. */
export const readApplicantReport = contract({
  name: 'read-applicant-report',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/applicants/{id}/report',
  summary: 'Read the report on an applicant',
  description:
    'Returns everything that is stored about an applicant: the business, the answers with their labels, each check with ' +
    'its evidence, the decision and its reasons, the timeline, the files with their hashes, and the charges. Send ' +
    '`Accept: application/pdf` to receive the report as a PDF. A report from the sandbox is marked on every page. The ' +
    'report has no addresses of files: read the applicant for these.',
  caller: 'account',
  representations: ['pdf'],
  path: applicantPath,
  success: { 200: v.object({ success: succeeded, data: applicantReportBody }) },
  errors: ['APPLICANT_NOT_FOUND', 'RESULT_TOO_LARGE'],
  touches: {
    reads: ['addressVerification', 'applicant', 'embedSession', 'evidence'],
    uses: ['evidenceRetention', 'vault'],
  },
});
