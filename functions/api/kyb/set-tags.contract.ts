import { contract } from '#shared/http/contract';
import { tagsBody } from '#shared/onboarding/applicants/applicant-bodies';
import { applicantPath, applicantResponse } from '#shared/onboarding/review/review-contract';

/** Sets the tags of an applicant. */
export const setTags = contract({
  name: 'set-tags',
  group: 'kyb',
  method: 'PUT',
  route: '/v1/kyb/applicants/{id}/tags',
  summary: 'Set the tags of an applicant',
  description:
    'Replaces the tags of an applicant, in any status. An empty list removes them all. `updatedAt` stays, so that no ' +
    'decision is refused because of a tag.',
  caller: 'account',
  path: applicantPath,
  body: tagsBody,
  success: { 200: applicantResponse },
  errors: ['APPLICANT_NOT_FOUND', 'ILLEGAL_STATE'],
  touches: { reads: ['applicant'], writes: ['applicant', 'applicantsOfTag'] },
});
