import { contract } from '#shared/http/contract';
import { decisionBody } from '#shared/onboarding/review/review-bodies';
import {
  applicantPath,
  DECISION_DESCRIPTION,
  DECISION_ERRORS,
  decisionResponse,
} from '#shared/onboarding/review/review-contract';

/** Makes a reviewer's decision on an applicant. */
export const decideApplicant = contract({
  name: 'decide-applicant',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/applicants/{id}/decision',
  summary: 'Decide on an applicant',
  description: DECISION_DESCRIPTION,
  caller: 'account',
  path: applicantPath,
  body: decisionBody,
  success: { 200: decisionResponse },
  errors: DECISION_ERRORS,
  touches: {
    reads: ['applicant', 'embedSession', 'widget', 'noticeCount'],
    writes: ['applicant', 'embedSession', 'outbox'],
    uses: ['noticeCaps'],
  },
});
