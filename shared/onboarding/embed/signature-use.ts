import { put, update, type WriteOperation } from '#shared/db/expressions';
import { idempotencyKeyHash } from '#shared/http/idempotency/idempotency';
import { callerNetwork } from '#shared/http/limits/rate-limiter';
import type { RequestMeta } from '#shared/http/request';
import { unixSeconds } from '#shared/platform/clock';
import { SIGNATURE_TOLERANCE_SECONDS } from '#shared/signatures/signature';
import type { VerifiedSignature } from './embed-guards.ts';
import { embedKeys } from './keys.ts';

/**
 * Sessions that one signature opens at most, each under an idempotency key of its own. A host that opens many of the same
 * body in one second must tell them apart by something that is signed.
 */
export const MAX_OPENS_PER_SIGNATURE = 10;

/** From its time on either side of now, and a minute for clocks that differ: nobody accepts it any more after that. */
const REMEMBERED_SECONDS = 2 * SIGNATURE_TOLERANCE_SECONDS + 60;

/**
 * The write that uses a signature up, to stand in the transaction of what it opens. It refuses a signature that opened a
 * session before, whichever container that went through.
 *
 * The time in a signature is whole seconds, so two requests of one second with the same body have the same one. An
 * idempotency key tells them apart: each key of a signature is used up for itself, by one network. The key is not signed,
 * so whoever holds a signature can send it with keys of their own: hence the bound. One that was sent without a key opens
 * nothing more, whatever comes with it.
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
