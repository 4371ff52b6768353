import { put, update, type WriteOperation } from '#shared/db/expressions';
import { idempotencyKeyHash } from '#shared/http/idempotency/idempotency';
import { callerNetwork } from '#shared/http/limits/rate-limiter';
import type { RequestMeta } from '#shared/http/request';
import { unixSeconds } from '#shared/platform/clock';
import { SIGNATURE_TOLERANCE_SECONDS } from '#shared/signatures/signature';
import type { VerifiedSignature } from './embed-guards.ts';
import { embedKeys } from './keys.ts';

/**
 * The tolerance on either side of its time, and a minute for clock differences: after that it is not accepted any more.
 */
const REMEMBERED_SECONDS = 2 * SIGNATURE_TOLERANCE_SECONDS + 60;

/**
 * The write that uses a signature up, for the transaction of what it opens. It refuses a signature that opened a session
 * before, at any container, whatever key it is sent with: the key is not signed, so a holder of a signature could send it
 * with keys of their own.
 *
 * The one exception is the same request again: with the key that it was first sent with, from the same network.
 */
export const useSignature = (signature: VerifiedSignature, meta: RequestMeta): WriteOperation => {
  const key = embedKeys.widgetSignature(signature.widgetId, signature.mac);
  const expiresAtSeconds = unixSeconds(meta.nowMs) + REMEMBERED_SECONDS;
  const keyHash = idempotencyKeyHash(meta);
  if (keyHash === undefined) return put({ ...key, withoutKey: true, expiresAtSeconds });
  const user = `${keyHash}.${callerNetwork(meta.sourceIp)}`;
  return update(key, {
    set: { user, expiresAtSeconds },
    when: { withoutKey: 'missing', user: { missingOr: { equals: user } } },
  });
};
