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
 * Claims the idempotency key of a request where the contract declares it, and releases it if the request fails; after a
 * crash it is free when its lease ends. A request that is refused by what the first one with its key has done since the
 * key was looked up gets the response of that one.
 */
export const idempotency = <C extends Contract, Loaded, Caller>(contract: C, kit: Kit): Step<C, Loaded, Caller> => ({
  before: async ({ internal }) => {
    const { keyed } = internal;
    if (!keyed || contract.idempotent !== 'claim') {
      internal.answering = keyed;
      return;
    }
    const claimed = { ...keyed, claimId: randomUUID() };
    // Before the call: a claim whose response is lost is released, too.
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
    // The caller does not wait for it beyond the request's time: else the key is free when its lease ends.
    await withinRequestTime(() => releaseKey(kit.table(), { ...answering, claimId }, log)).catch(() => undefined);
  },
});
