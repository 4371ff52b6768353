import { put, remove, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { unixSeconds } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import { Replay } from './commit.ts';
import { type ClaimedRequest, isOwnClaim, replayOf } from './idempotency.ts';
import { idempotencyKeys } from './keys.ts';

/**
 * How long a claim holds a key: longer than any API function may run, plus clock differences, so that a running request
 * is never overtaken. After a crash, the key becomes free again.
 */
export const CLAIM_LEASE_SECONDS = 40;

/** Releases a key that this request holds, but neither another's claim nor a stored response. Never rejects. */
export const releaseKey = async (
  table: Table,
  { scope, keyHash, claimId }: ClaimedRequest,
  log: Logger,
): Promise<void> => {
  try {
    await table.write(remove(idempotencyKeys.idempotency(scope, keyHash), { claimId: { equals: claimId } }));
  } catch (error) {
    log.warn('CLAIM_NOT_RELEASED', errorFields(error));
  }
};

/** The write that claims a key if it has no record, or an expired one. */
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
 * Claims the key of a request that calls an outside service before it can commit. Until it has committed, other
 * requests with its key get a 409; afterwards they get its response. See docs/decisions/0003.
 *
 * @throws Replay; ApiError IDEMPOTENCY_IN_PROGRESS or IDEMPOTENCY_KEY_REUSED: then another request has the key.
 */
export const claimKey = async (table: Table, claimed: ClaimedRequest): Promise<void> => {
  const taken = await table.write(claimWrite(claimed));
  // The client retries a write whose response was lost. This request's own claim refuses such a retry.
  if (taken.written || isOwnClaim(taken.found, claimed)) return;
  const replay = replayOf(taken.found, claimed);
  throw replay ? new Replay(replay) : new ApiError('IDEMPOTENCY_IN_PROGRESS');
};
