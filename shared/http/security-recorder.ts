import { createHmac } from 'node:crypto';
import type { ApiError } from '#shared/errors/api-error';
import type { ErrorCode } from '#shared/errors/errors';
import { callerNetwork } from '#shared/http/limits/rate-limiter';
import type { LogFields, Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { SECURITY_EVENTS, type SecurityEvent } from '#shared/platform/security-events';

/**
 * Refusals that are security-relevant at any endpoint. An invalid credential is not among them: `watch` records it when
 * it fails, whatever its sender gets.
 */
const EVENT_OF_REFUSAL: Partial<Record<ErrorCode, SecurityEvent>> = {
  INVALID_CREDENTIALS: 'SIGN_IN_FAILED',
  TOO_MANY_ATTEMPTS: 'SIGN_IN_LOCKED',
  INVALID_CODE: 'CODE_REFUSED',
  INVALID_TOKEN: 'CODE_REFUSED',
  REFRESH_TOKEN_REUSED: 'REFRESH_TOKEN_REUSED',
  SIGNATURE_REUSED: 'SIGNATURE_REPLAYED',
  FORBIDDEN: 'ROLE_REFUSED',
};

/**
 * Records a security-relevant event: one log line with a keyed hash of the caller's address and the given fields, and
 * one metric, by `reason` if there is one. Never rejects. An account or session in the fields is the one concerned,
 * which may not be the caller's, and never one that is merely claimed.
 */
export type RecordSecurityEvent = (event: SecurityEvent, fields?: LogFields) => Promise<void>;

/** Characters of base64url: 96 bits, so that no two addresses share a hash by chance. */
const HASH_CHARACTERS = 16;

/** The hash that identifies an address in logs: HMAC-SHA256 of the network that counts as one caller. */
export const hashAddress = (key: string, sourceIp: string): string =>
  createHmac('sha256', key).update(callerNetwork(sourceIp)).digest('base64url').slice(0, HASH_CHARACTERS);

/**
 * The recorder of one request.
 *
 * @param hashKey reads the key of the address hashes; without one the line has no hash.
 */
export const securityRecorder =
  (
    { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
    sourceIp: string,
    hashKey: () => Promise<string | undefined>,
  ): RecordSecurityEvent =>
  async (event, fields = {}) => {
    const key = await hashKey();
    log.warn(event, { ...fields, ...(key !== undefined && { addressHash: hashAddress(key, sourceIp) }) });
    metrics(SECURITY_EVENTS[event], 1, fields.reason === undefined ? {} : { reason: fields.reason });
  };

/** Records a refusal if it is security-relevant and was not requested from the sandbox, with whom it concerns. */
export const recordRefusal = async (
  { code, extras }: Pick<ApiError, 'code' | 'extras'>,
  record: RecordSecurityEvent,
): Promise<void> => {
  const event = EVENT_OF_REFUSAL[code];
  if (event && !extras.provoked) await record(event, extras.concerns);
};
