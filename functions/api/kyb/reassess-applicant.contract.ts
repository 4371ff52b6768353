import { contract } from '#shared/http/contract';
import { applicantPath, applicantResponse } from '#shared/onboarding/review/review-contract';

/** Has an applicant that requires review assessed again. */
export const reassessApplicant = contract({
  name: 'reassess-applicant',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/applicants/{id}/reassess',
  summary: 'Assess an applicant again',
  description:
    'From `requires_review`, through `processing`, to a new outcome. Modules that have a verdict keep it; all others are ' +
    'checked and charged. A second call while it is assessed changes nothing.',
  caller: 'account',
  path: applicantPath,
  success: { 200: applicantResponse },
  errors: ['APPLICANT_NOT_FOUND', 'ILLEGAL_STATE'],
  touches: { reads: ['applicant'], writes: ['applicant', 'outbox'] },
});
