import type { Obligation } from '#shared/compliance/obligation';
import { changedObligation } from '#shared/compliance/obligation-changes';
import { changeWrites, newerObligation, ownedObligation } from '#shared/compliance/obligation-repository';
import { obligationView } from '#shared/compliance/obligation-view';
import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { updateObligation } from './update-obligation.contract.ts';

/** PATCH /v1/compliance/obligations/{id}: a request that changes nothing writes nothing. */
export const handler = serve(updateObligation, {
  load: ({ path, caller }, { table }) => ownedObligation(table, caller, path.id),
  answer: async ({ body, loaded, meta: { nowMs } }, { commit }) => {
    const attempt = async (before: Obligation) => {
      const after = changedObligation(before, body, nowMs);
      const value = { success: true, data: obligationView(after, nowMs) } as const;
      if (after === before) return { result: { written: true } as const, value };
      return { result: await commit(changeWrites(before, after), value), value };
    };
    const { result, value } = await onLatest(loaded, attempt, newerObligation);
    if (!result.written) throw new ApiError('OBLIGATION_NOT_FOUND');
    return value;
  },
});
