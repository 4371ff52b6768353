import { contract } from '#shared/http/contract';
import { applicantPath, applicantResponse } from '#shared/onboarding/review/review-contract';

/** Requests another assessment of an applicant that requires review. */
export const reassessApplicant = contract({
  name: 'reassess-applicant',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/applicants/{id}/reassess',
  summary: 'Reassess an applicant',
  description:
    'Assesses an applicant in `requires_review` again. The applicant moves through `processing` to a new ' +
    'outcome. Modules that already have a verdict keep it; all others are checked and charged. Repeating the ' +
    'call while the assessment runs changes nothing.',
  caller: 'account',
  path: applicantPath,
  success: { 200: applicantResponse },
  errors: ['APPLICANT_NOT_FOUND', 'ILLEGAL_STATE'],
  touches: { reads: ['applicant'], writes: ['applicant', 'outbox'] },
});
