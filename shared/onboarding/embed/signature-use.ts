import { put, update, type WriteOperation } from '#shared/db/expressions';
import { idempotencyKeyHash } from '#shared/http/idempotency/idempotency';
import { callerNetwork } from '#shared/http/limits/rate-limiter';
import type { RequestMeta } from '#shared/http/request';
import { unixSeconds } from '#shared/platform/clock';
import { SIGNATURE_TOLERANCE_SECONDS } from '#shared/signatures/signature';
import type { VerifiedSignature } from './embed-guards.ts';
import { embedKeys } from './keys.ts';

/**
 * The tolerance on both sides of the signature's time, and a minute for clock differences. After that it is no longer
 * accepted.
 */
const REMEMBERED_SECONDS = 2 * SIGNATURE_TOLERANCE_SECONDS + 60;

/**
 * The write that uses up a signature, for the transaction that opens a session. It refuses a signature that has opened
 * a session before, in any container and with any idempotency key: the key is not signed, so anyone with a copy of the
 * signature could send another key.
 *
 * The one exception is the same request again, with its first key and from the same network.
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
