import { ApiError } from '#shared/errors/api-error';
import { actingCredential } from '#shared/http/caller/account-caller';
import { serve } from '#shared/http/serve';
import { readClearedApplicant } from '#shared/onboarding/review/clear-entry';
import { isHeld, withdrawal } from '#shared/verification/clearances';
import { withdrawClearance } from './withdraw-clearance.contract.ts';

/** DELETE /v1/kyb/applicants/{id}/clearances/{clearanceId} */
export const handler = serve(withdrawClearance, {
  load: ({ path, caller }, { table }) => readClearedApplicant(table, caller, path.id),
  answer: async ({ path, caller, loaded: { applicant, clearances }, meta: { nowMs } }, { commit }) => {
    if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
    const clearance = clearances.filter(isHeld).find(({ clearanceId }) => clearanceId === path.clearanceId);
    if (!clearance) throw new ApiError('CLEARANCE_NOT_FOUND');
    const response = { success: true, message: 'The clearance is withdrawn.' } as const;
    const result = await commit(
      { clearance: withdrawal(applicant, clearance, actingCredential(caller), nowMs) },
      response,
    );
    // Withdrawn by another call since it was read.
    if (!result.written) throw new ApiError('CLEARANCE_NOT_FOUND');
    return response;
  },
});
