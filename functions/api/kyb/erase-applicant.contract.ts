import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { applicantPath } from '#shared/onboarding/review/review-contract';

/** Erases what is known of an applicant. */
export const eraseApplicant = contract({
  name: 'erase-applicant',
  group: 'kyb',
  method: 'DELETE',
  route: '/v1/kyb/applicants/{id}',
  summary: 'Erase an applicant',
  description:
    'Erases the answers, the files, the evidence and the names of an applicant for good, and closes its session. The ' +
    'applicant itself is redacted at once and no search finds it any more; copies elsewhere are erased within minutes. ' +
    'The decision, the verdict and the charge of each module, and the hashes of the files stay. Nothing is refunded. ' +
    'Repeating the call changes nothing. An applicant that is being assessed is refused with `ILLEGAL_STATE`: try again ' +
    'after its decision.',
  caller: 'account',
  path: applicantPath,
  success: { 200: v.object({ success: succeeded, message: resultMessage }) },
  errors: ['APPLICANT_NOT_FOUND', 'ILLEGAL_STATE'],
  touches: {
    reads: ['applicant'],
    writes: [
      'applicant',
      'applicantErasure',
      'applicantList',
      'applicantNotes',
      'applicantsOfReference',
      'applicantsOfTag',
      'embedSession',
    ],
  },
});
