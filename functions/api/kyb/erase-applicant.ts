import { newerOf, onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import {
  findNumberedApplicant,
  type NumberedApplicant,
  numberedApplicantRecord,
} from '#shared/onboarding/applicants/applicant-repository';
import { applicantErasure } from '#shared/onboarding/erasure/erase-applicant';
import { eraseApplicant } from './erase-applicant.contract.ts';

/** DELETE /v1/kyb/applicants/{id} */
export const handler = serve(eraseApplicant, {
  load: ({ path, caller }, { table }) => findNumberedApplicant(table, caller, path.id),
  answer: async ({ loaded, path, meta }, { table }) => {
    if (!loaded) throw new ApiError('APPLICANT_NOT_FOUND');
    const attempt = async (latest: NumberedApplicant) => {
      const operations = applicantErasure(latest, meta.nowMs);
      const result = operations ? await table.transact(operations) : ({ written: true } as const);
      return { result, value: undefined };
    };
    const { result } = await onLatest(loaded, attempt, newerOf(numberedApplicantRecord(path.id), 'anything'));
    if (!result.written) throw new Error('An erasure was refused although its applicant has not changed');
    return { success: true, message: 'Applicant erased.' } as const;
  },
});
