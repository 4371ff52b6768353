import type { Obligation } from '#shared/compliance/obligation';
import { deactivatedObligation } from '#shared/compliance/obligation-changes';
import {
  changeWrites,
  deletionWrites,
  newerObligation,
  ownedObligation,
} from '#shared/compliance/obligation-repository';
import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { deleteObligation } from './delete-obligation.contract.ts';

const DELETED = { success: true, message: 'Obligation deleted.' } as const;
const DEACTIVATED = {
  success: true,
  message: 'Obligation deactivated. Obligations from the catalogue cannot be deleted.',
} as const;

/** DELETE /v1/compliance/obligations/{id} */
export const handler = serve(deleteObligation, {
  load: ({ path, caller }, { table }) => ownedObligation(table, caller, path.id),
  answer: async ({ loaded, meta: { nowMs } }, { commit }) => {
    const value = loaded.isSeeded ? DEACTIVATED : DELETED;
    const attempt = async (before: Obligation) => {
      if (!before.isSeeded) return { result: await commit(deletionWrites(before, nowMs), value), value };
      const after = deactivatedObligation(before, nowMs);
      if (after === before) return { result: { written: true } as const, value };
      return { result: await commit(changeWrites(before, after), value), value };
    };
    const { result } = await onLatest(loaded, attempt, newerObligation);
    if (!result.written) throw new ApiError('OBLIGATION_NOT_FOUND');
    return value;
  },
});
