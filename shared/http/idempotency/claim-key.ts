import { randomUUID } from 'node:crypto';
import { put, remove, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/http/errors';
import { unixSeconds } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import { Replay } from './commit.ts';
import { type ClaimedRequest, type IdempotentRequest, isOwnClaim, replayOf } from './idempotency.ts';
import { idempotencyKeys } from './keys.ts';

/**
 * How long a claim holds a key: longer than any function of the API may run plus clock differences, so that a running
 * request is never overtaken; after a crash the key is free again.
 */
export const CLAIM_LEASE_SECONDS = 40;

/** Releases a key that this request holds; no other's claim, and no stored response. */
const release = async (table: Table, { scope, keyHash, claimId }: ClaimedRequest, log: Logger): Promise<void> => {
  try {
    await table.write(remove(idempotencyKeys.idempotency(scope, keyHash), { claimId: { equals: claimId } }));
  } catch (error) {
    log.warn('CLAIM_NOT_RELEASED', errorFields(error));
  }
};

/** The write that claims a key: where there is no record, or only an expired one. */
const claimWrite = ({ scope, keyHash, fingerprint, claimId, nowMs }: ClaimedRequest): WriteOperation =>
  put(
    {
      ...idempotencyKeys.idempotency(scope, keyHash),
      fingerprint,
      claimId,
      expiresAtSeconds: unixSeconds(nowMs) + CLAIM_LEASE_SECONDS,
    },
    { expiresAtSeconds: { missingOr: { atMost: unixSeconds(nowMs) } } },
  );

/**
 * Does the work of a request that calls an outside service before it can commit, while no other request with its key
 * does: those are 409 until this one has committed, and get its response from then on. Any failure releases the key;
 * after a crash it is free when the lease ends. Docs: decision 3.
 *
 * @param work must commit with the request that it is given, which replaces the claim by the stored response.
 * @throws Replay; ApiError IDEMPOTENCY_IN_PROGRESS or IDEMPOTENCY_KEY_REUSED; whatever `work` throws.
 */
export const underClaim = async <T>(
  table: Table,
  request: IdempotentRequest,
  log: Logger,
  work: (request: ClaimedRequest) => Promise<T>,
): Promise<T> => {
  const claimed = { ...request, claimId: randomUUID() };
  const orRelease = async <R>(attempt: () => Promise<R>): Promise<R> => {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Replay)) await release(table, claimed, log);
      throw error;
    }
  };

  const taken = await orRelease(() => table.write(claimWrite(claimed)));
  // The client retries a write whose response was lost: then this request's own claim refuses.
  if (!taken.written && !isOwnClaim(taken.found, claimed)) {
    const replay = replayOf(taken.found, claimed);
    throw replay ? new Replay(replay) : new ApiError('IDEMPOTENCY_IN_PROGRESS');
  }
  return orRelease(() => work(claimed));
};
