import { contract } from '#shared/http/contract';
import { overturnBody } from '#shared/onboarding/review/review-bodies';
import { applicantPath, decisionResponse } from '#shared/onboarding/review/review-contract';

/** Overturns the decision on an applicant. */
export const overturnDecision = contract({
  name: 'overturn-decision',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/applicants/{id}/overturn',
  summary: 'Overturn a decision',
  description:
    'Rejects an applicant that is `approved`, or approves one that is `rejected`, whoever decided. Repeating the same ' +
    'overturn changes nothing. `kyb.applicant.decision` is sent again: `overturns` names the event of the decision that it ' +
    'replaces, and `reason` is not part of it. Everybody is notified as of any decision; `warnings` says if no email was ' +
    'sent because the daily limit of notices was reached.',
  caller: 'account',
  path: applicantPath,
  body: overturnBody,
  success: { 200: decisionResponse },
  errors: ['APPLICANT_NOT_FOUND', 'ILLEGAL_STATE'],
  touches: { reads: ['applicant', 'noticeCount'], writes: ['applicant', 'outbox'], uses: ['noticeCaps'] },
});
