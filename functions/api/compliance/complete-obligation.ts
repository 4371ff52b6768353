import type { Obligation } from '#shared/compliance/obligation';
import { completedObligation } from '#shared/compliance/obligation-changes';
import { changeWrites, newerObligation, ownedObligation } from '#shared/compliance/obligation-repository';
import { obligationView } from '#shared/compliance/obligation-view';
import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { completeObligation } from './complete-obligation.contract.ts';

/** Tolerance for a caller's clock that is ahead. */
const CLOCK_SKEW_MS = 5 * 60_000;

const IN_FUTURE = [{ path: 'completedAt', message: 'Must not be in the future' }];

/** @throws ApiError VALIDATION_FAILED for a time in the future. */
const completionMs = (completedAt: string | undefined, nowMs: number): number => {
  const statedMs = completedAt === undefined ? nowMs : Date.parse(completedAt);
  if (statedMs > nowMs + CLOCK_SKEW_MS) throw new ApiError('VALIDATION_FAILED', { details: IN_FUTURE });
  return Math.min(statedMs, nowMs);
};

/** POST /v1/compliance/obligations/{id}/complete */
export const handler = serve(completeObligation, {
  load: ({ path, caller }, { table }) => ownedObligation(table, caller, path.id),
  answer: async ({ body, loaded, meta: { nowMs } }, { commit }) => {
    const completedAtMs = completionMs(body.completedAt, nowMs);
    const attempt = async (before: Obligation) => {
      const after = completedObligation(before, completedAtMs, nowMs);
      if (!after) throw new ApiError('OBLIGATION_INACTIVE');
      const value = { success: true, data: obligationView(after, nowMs) } as const;
      if (after === before) return { result: { written: true } as const, value };
      return { result: await commit(changeWrites(before, after), value), value };
    };
    const { result, value } = await onLatest(loaded, attempt, newerObligation);
    if (!result.written) throw new ApiError('OBLIGATION_NOT_FOUND');
    return value;
  },
});
