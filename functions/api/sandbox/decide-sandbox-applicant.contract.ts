import { contract } from '#shared/http/contract';
import { decisionBody } from '#shared/onboarding/review/review-bodies';
import {
  applicantPath,
  DECISION_DESCRIPTION,
  DECISION_ERRORS,
  decisionResponse,
} from '#shared/onboarding/review/review-contract';

/** Decides on an applicant in the sandbox, as a reviewer does. */
export const decideSandboxApplicant = contract({
  name: 'decide-sandbox-applicant',
  group: 'sandbox',
  method: 'POST',
  route: '/v1/sandbox/applicants/{id}/decision',
  summary: 'Decide on a sandbox applicant',
  description: `Works only for sandbox applicants; an applicant in \`live\` is not found. ${DECISION_DESCRIPTION}`,
  caller: 'account',
  limit: 'sandboxActions',
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
