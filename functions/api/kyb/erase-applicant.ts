import { newerOf, onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { actingCredential } from '#shared/http/caller/account-caller';
import { serve } from '#shared/http/serve';
import { findTaggedApplicant, type TaggedApplicant, taggedRecord } from '#shared/onboarding/applicants/applicant-tags';
import { applicantErasure } from '#shared/onboarding/erasure/erase-applicant';
import { eraseApplicant } from './erase-applicant.contract.ts';

/** DELETE /v1/kyb/applicants/{id} */
export const handler = serve(eraseApplicant, {
  load: ({ path, caller }, { table }) => findTaggedApplicant(table, caller, path.id),
  answer: async ({ caller, loaded, path, meta }, { table }) => {
    if (!loaded) throw new ApiError('APPLICANT_NOT_FOUND');
    const attempt = async (latest: TaggedApplicant) => {
      const operations = applicantErasure(latest, actingCredential(caller), meta.nowMs);
      const result = operations ? await table.transact(operations) : ({ written: true } as const);
      return { result, value: undefined };
    };
    const { result } = await onLatest(loaded, attempt, newerOf(taggedRecord(path.id), 'anything'));
    if (!result.written) throw new Error('An erasure was refused although its applicant has not changed');
    return { success: true, message: 'Applicant erased.' } as const;
  },
});
