import { put, update, type WriteOperation } from '#shared/db/expressions';
import { idempotencyKeyHash } from '#shared/http/idempotency/idempotency';
import { callerNetwork } from '#shared/http/limits/rate-limiter';
import type { RequestMeta } from '#shared/http/request';
import { unixSeconds } from '#shared/platform/clock';
import { SIGNATURE_TOLERANCE_SECONDS } from '#shared/signatures/signature';
import type { VerifiedSignature } from './embed-guards.ts';
import { embedKeys } from './keys.ts';

/**
 * Maximum sessions opened by one signature, each under an idempotency key of its own. A host that opens many with the
 * same body in one second must distinguish them by something that is signed.
 */
export const MAX_OPENS_PER_SIGNATURE = 10;

/**
 * The tolerance on either side of its time, and a minute for clock differences: after that it is not accepted any more.
 */
const REMEMBERED_SECONDS = 2 * SIGNATURE_TOLERANCE_SECONDS + 60;

/**
 * The write that uses a signature up, for the transaction of what it opens. It refuses a signature that opened a
 * session before, at any container.
 *
 * The time in a signature is whole seconds, so two requests of one second with the same body have the same one. An
 * idempotency key distinguishes them: each key of a signature is used up separately, by one network. The key is not
 * signed, so a holder of a signature can send it with keys of their own: hence the bound. One that was sent without a
 * key opens nothing more, whatever is sent with it.
 */
export const useSignature = (signature: VerifiedSignature, meta: RequestMeta): WriteOperation => {
  const key = embedKeys.widgetSignature(signature.widgetId, signature.mac);
  const expiresAtSeconds = unixSeconds(meta.nowMs) + REMEMBERED_SECONDS;
  const keyHash = idempotencyKeyHash(meta);
  if (keyHash === undefined) return put({ ...key, withoutKey: true, expiresAtSeconds });
  const user = `user.${keyHash}`;
  const network = callerNetwork(meta.sourceIp);
  return update(key, {
    set: { [user]: network, expiresAtSeconds },
    add: { opens: 1 },
    when: {
      withoutKey: 'missing',
      opens: { missingOr: { below: MAX_OPENS_PER_SIGNATURE } },
      [user]: { missingOr: { equals: network } },
    },
  });
};
