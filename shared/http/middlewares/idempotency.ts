import { randomUUID } from 'node:crypto';
import { ApiError } from '#shared/errors/api-error';
import type { Contract } from '#shared/http/contract';
import { claimKey, releaseKey } from '#shared/http/idempotency/claim-key';
import { Replay } from '#shared/http/idempotency/commit';
import { findReplay } from '#shared/http/idempotency/idempotency';
import type { Kit } from '#shared/http/kit';
import { withinRequestTime } from '#shared/platform/lifetime';
import type { Step } from './request-state.ts';

/**
 * Claims the idempotency key of a request if its contract declares that, and releases it if the request fails. After a
 * crash the key becomes free when its lease ends. Sometimes a request is refused because of what the first request with
 * its key has done since the key was looked up; it then gets the response of that one.
 */
export const idempotency = <C extends Contract, Loaded, Caller>(contract: C, kit: Kit): Step<C, Loaded, Caller> => ({
  before: async ({ internal }) => {
    const { keyed } = internal;
    if (!keyed || contract.idempotent !== 'claim') {
      internal.answering = keyed;
      return;
    }
    const claimed = { ...keyed, claimId: randomUUID() };
    // Set before the call, so that a claim whose response is lost is also released.
    internal.answering = claimed;
    await withinRequestTime(() => claimKey(kit.table(), claimed)).catch((error: unknown) => {
      // Another request has the key.
      if (error instanceof Replay || error instanceof ApiError) internal.answering = undefined;
      throw error;
    });
  },
  after: ({ internal }) => {
    internal.answering = undefined;
  },
  onError: async (request) => {
    const { answering, log } = request.internal;
    if (!answering || request.error instanceof Replay) return;
    if (request.error instanceof ApiError) {
      try {
        const replay = await withinRequestTime(() => findReplay(kit.table(), answering));
        if (replay) {
          request.error = new Replay(replay);
          return;
        }
      } catch (error) {
        request.error = error as Error;
      }
    }
    const { claimId } = answering;
    if (claimId === undefined) return;
    // The caller does not wait for this beyond the request's time. Otherwise the key becomes free when its lease ends.
    await withinRequestTime(() => releaseKey(kit.table(), { ...answering, claimId }, log)).catch(() => undefined);
  },
});
