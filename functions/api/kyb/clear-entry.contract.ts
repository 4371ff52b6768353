import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { clearanceRequestBody } from '#shared/onboarding/review/review-bodies';
import { applicantPath } from '#shared/onboarding/review/review-contract';
import { clearanceBody } from '#shared/verification/clearance-view';

const cleared = v.object({ success: succeeded, data: clearanceBody });

/** Records a reviewer's finding that a list entry is somebody else. */
export const clearEntry = contract({
  name: 'clear-entry',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/applicants/{id}/clearances',
  summary: 'Clear a list entry',
  description:
    'Records that an entry of a screening list is not the applicant nor one of its people. It does not count at the next ' +
    'assessment of this applicant, until the source says anything else of the entry. Evidence still shows it, with `cleared`. ' +
    'Clearing an entry that is cleared returns that clearance with 200.',
  caller: 'account',
  idempotent: 'commit',
  path: applicantPath,
  body: clearanceRequestBody,
  success: { 200: cleared, 201: cleared },
  errors: [
    'APPLICANT_NOT_FOUND',
    'ILLEGAL_STATE',
    'SCREENING_ENTRY_NOT_FOUND',
    'SCREENING_ENTRY_AMBIGUOUS',
    'TOO_MANY_CLEARANCES',
  ],
  touches: {
    reads: ['applicant', 'applicantErasure', 'evidence'],
    writes: ['applicantErasure', 'evidence'],
    uses: ['vault'],
  },
});
