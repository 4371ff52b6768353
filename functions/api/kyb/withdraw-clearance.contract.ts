import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { applicantPath } from '#shared/onboarding/review/review-contract';
import { described } from '#shared/platform/described';

/** Withdraws a clearance. */
export const withdrawClearance = contract({
  name: 'withdraw-clearance',
  group: 'kyb',
  method: 'DELETE',
  route: '/v1/kyb/applicants/{id}/clearances/{clearanceId}',
  summary: 'Withdraw a clearance',
  description:
    'Withdraws a clearance: the entry counts again at the next assessment of the applicant. Evidence shows that it was ' +
    'cleared, and when that was withdrawn.',
  caller: 'account',
  path: object({ ...applicantPath.entries, clearanceId: described(idText, 'The clearance (`clr_`).') }),
  success: { 200: v.object({ success: succeeded, message: resultMessage }) },
  errors: ['APPLICANT_NOT_FOUND', 'CLEARANCE_NOT_FOUND'],
  touches: { reads: ['applicant', 'evidence'], writes: ['evidence'] },
});
