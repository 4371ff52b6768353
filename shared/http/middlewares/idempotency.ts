import { ApiError } from '#shared/errors/api-error';
import { releaseKey } from '#shared/http/idempotency/claim-key';
import { Replay } from '#shared/http/idempotency/commit';
import { findReplay } from '#shared/http/idempotency/idempotency';
import type { Kit } from '#shared/http/kit';
import { withinRequestTime } from '#shared/platform/lifetime';
import type { Step } from './request-state.ts';

/**
 * Releases the idempotency key of a request that fails, if its endpoint has claimed it. After a crash the key becomes
 * free when its lease ends. Sometimes a request is refused because of what the first request with
 * its key has done since the key was looked up; it then gets the response of that one.
 */
export const idempotency = (kit: Kit): Step => ({
  before: ({ internal }) => {
    internal.answering = internal.keyed;
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
