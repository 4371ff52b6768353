import { createHmac } from 'node:crypto';
import type { LogCode } from '#shared/platform/log-codes';
import type { LogFields, Logger } from '#shared/platform/logger';
import type { MetricName, Metrics } from '#shared/platform/metrics';
import { callerNetwork } from './rate-limiter.ts';

/** What matters to security, each with the metric that counts it. A row here is all that a new one needs. */
export const SECURITY_EVENTS = {
  AUTHENTICATION_FAILED: 'AuthenticationsFailed',
} as const satisfies Partial<Record<LogCode, MetricName>>;

/** Something that matters to security; the code of its log line. */
export type SecurityEvent = keyof typeof SECURITY_EVENTS;

/**
 * Records something that matters to security: one log line with a keyed hash of the caller's address and the given
 * fields, and one metric, by `reason` where there is one. Never rejects. Name an account or a session only when it is
 * certain, not when somebody merely claims to be it.
 */
export type RecordSecurityEvent = (event: SecurityEvent, fields?: LogFields) => Promise<void>;

/** Characters of base64url: 96 bits, so that no two addresses share a hash by chance. */
const HASH_CHARACTERS = 16;

/** The hash under which logs name an address: HMAC-SHA256 of the network that counts as one caller. */
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
