import { randomUUID } from 'node:crypto';
import { put, remove, type WriteOperation } from '#shared/db/expressions';
import type { NamesOf, Operations, TransactionResult } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { writeAll } from '#shared/db/write-all';
import { ApiError } from '#shared/errors/api-error';
import { unixSeconds } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import { KEY_WRITE, Replay } from './commit.ts';
import { type ClaimedRequest, type HeldKey, isOwnClaim, replayOf } from './idempotency.ts';
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
 * Claims the key of a request that is about to call an outside service, and makes the first writes of the request, all
 * or none with the claim. Until the request has committed, others with its key get a 409; afterwards they get its
 * response. A request without a key makes only the writes. See docs/decisions/0003.
 *
 * Refused conditions of the writes are returned by their names; then the key is not claimed either.
 *
 * @throws Replay; ApiError IDEMPOTENCY_IN_PROGRESS or IDEMPOTENCY_KEY_REUSED: then another request has the key,
 * whatever else refused.
 */
export type Claim = <O extends Operations>(operations?: O) => Promise<TransactionResult<NamesOf<O>>>;

/** Makes the `claim` of one request. @param held changes when the key is claimed, or another request has it. */
export const makeClaim = (table: Table, held: HeldKey): Claim => {
  const claim = async (operations: Operations = {}): Promise<TransactionResult> => {
    const keyed = held.answering;
    if (!keyed) return writeAll(table, operations);
    const claimed = { ...keyed, claimId: keyed.claimId ?? randomUUID() };
    // Set before the call, so that a claim whose response is lost is also released.
    held.answering = claimed;
    const result = await writeAll(table, { ...operations, [KEY_WRITE]: claimWrite(claimed) });
    if (result.written) return result;
    const { [KEY_WRITE]: taken, ...refusals } = result.refusals;
    if (!taken) return { written: false, refusals };
    // The client retries a write whose response was lost. This request's own claim refuses such a retry.
    if (isOwnClaim(taken.found, claimed)) return { written: true };
    held.answering = undefined;
    const replay = replayOf(taken.found, claimed);
    throw replay ? new Replay(replay) : new ApiError('IDEMPOTENCY_IN_PROGRESS');
  };
  return claim as Claim;
};
