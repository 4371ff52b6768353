import { ApiError } from '#shared/errors/api-error';
import { allOrPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readClearedApplicant } from '#shared/onboarding/review/clear-entry';
import { vault } from '#shared/platform/vault';
import { clearanceView } from '#shared/verification/clearance-view';
import { isHeld } from '#shared/verification/clearances';
import { listClearances } from './list-clearances.contract.ts';

/** GET /v1/kyb/applicants/{id}/clearances */
export const handler = serve(listClearances, {
  effects: [vault],
  load: ({ path, caller }, { table }) => readClearedApplicant(table, caller, path.id),
  answer: async ({ query, loaded: { applicant, clearances } }, { vault: readVault }) => {
    if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
    const shown = await Promise.all(clearances.filter(isHeld).map((one) => clearanceView(one, readVault)));
    return { success: true, ...allOrPage(shown, query) };
  },
});
