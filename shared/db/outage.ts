import { isConflict } from './retry.ts';

/** Errors of AWS clients and of connections that mean "temporarily unreachable" rather than a bug of ours. */
const OUTAGES = new Set([
  'TimeoutError',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'InternalServerError',
  'ServiceUnavailable',
  'ThrottlingException',
  'ThrottledException',
  'TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SecretUnavailable',
  'TableUnavailable',
  'TableContended',
  'ObjectStoreUnavailable',
  'TimeIsOver',
]);

/** What AWS clients add to their errors. */
interface ServiceError extends Error {
  readonly code?: string;
  readonly $fault?: 'client' | 'server';
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** A service reports its own failure by its status, whatever the error is called. */
const isServiceFault = ({ $fault, $metadata }: ServiceError): boolean =>
  $fault === 'server' || ($metadata?.httpStatusCode ?? 0) >= 500;

/**
 * Whether a call failed because what it called was out of reach, busy or contended, so that the same call may succeed
 * later. Everything else, such as an item that the table refuses, fails in the same way the next time.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (OUTAGES.has(error.name) ||
    OUTAGES.has((error as ServiceError).code ?? '') ||
    isServiceFault(error) ||
    isConflict(error));
