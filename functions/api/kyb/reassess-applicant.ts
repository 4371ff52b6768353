import { newerOf, onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { actingCredential } from '#shared/http/caller/account-caller';
import { serve } from '#shared/http/serve';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { applicantRecord, findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { reassess } from '#shared/onboarding/review/reassess';
import { reassessApplicant } from './reassess-applicant.contract.ts';

/** POST /v1/kyb/applicants/{id}/reassess */
export const handler = serve(reassessApplicant, {
  load: ({ path, caller }, { table }) => findOwnedApplicant(table, caller, path.id),
  answer: async ({ caller, loaded, meta }, { table }) => {
    if (!loaded) throw new ApiError('APPLICANT_NOT_FOUND');
    const attempt = async (current: Applicant) => {
      const { applicant, operations } = reassess(current, actingCredential(caller), meta.nowMs);
      const result = operations ? await table.transact(operations) : ({ written: true } as const);
      return { result, value: applicant };
    };
    const { result, value } = await onLatest(loaded, attempt, newerOf(applicantRecord(loaded.id), 'anything'));
    if (!result.written) throw new Error('A reassessment was refused by its event');
    return { success: true, data: applicantView(value) } as const;
  },
});
