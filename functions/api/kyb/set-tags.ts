import { newerOf, onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import {
  findTaggedApplicant,
  type TaggedApplicant,
  taggedRecord,
  tagging,
} from '#shared/onboarding/applicants/applicant-tags';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { setTags } from './set-tags.contract.ts';

/** PUT /v1/kyb/applicants/{id}/tags */
export const handler = serve(setTags, {
  load: ({ path, caller }, { table }) => findTaggedApplicant(table, caller, path.id),
  answer: async ({ body, loaded }, { table }) => {
    if (!loaded) throw new ApiError('APPLICANT_NOT_FOUND');
    const attempt = async (current: TaggedApplicant) => {
      const { applicant, operations } = tagging(current, body.tags);
      const result = operations ? await table.transact(operations) : ({ written: true } as const);
      return { result, value: applicant };
    };
    const { result, value } = await onLatest(loaded, attempt, newerOf(taggedRecord(loaded.applicant.id)));
    if (!result.written) throw new ApiError('APPLICANT_NOT_FOUND');
    return { success: true, data: applicantView(value) } as const;
  },
});
