import { contract } from '#shared/http/contract';
import { applicantPath, applicantResponse } from '#shared/onboarding/review/review-contract';

/** Expires an applicant of the sandbox at once. */
export const expireSandboxApplicant = contract({
  name: 'expire-sandbox-applicant',
  group: 'sandbox',
  method: 'POST',
  route: '/v1/sandbox/applicants/{id}/expire',
  summary: 'Expire a sandbox applicant',
  description:
    'Expires one of your sandbox applicants as if it had been without activity for 30 days, with its session and ' +
    'its event; an applicant in `live` is not found. Works in `created`, `in_progress`, `resubmission_requested` ' +
    'and `abandoned`. An applicant that has expired stays as it is.',
  caller: 'account',
  limit: 'sandboxActions',
  path: applicantPath,
  success: { 200: applicantResponse },
  errors: ['APPLICANT_NOT_FOUND', 'ILLEGAL_STATE'],
  touches: {
    reads: ['applicant', 'embedSession'],
    writes: ['applicant', 'embedSession', 'fileRemoval', 'outbox'],
  },
});
