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

/** The fields that AWS clients add to their errors. */
interface ServiceError extends Error {
  readonly code?: string;
  readonly $fault?: 'client' | 'server';
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Whether a service failed itself. Its status says so, whatever the name of the error. */
const isServiceFault = ({ $fault, $metadata }: ServiceError): boolean =>
  $fault === 'server' || ($metadata?.httpStatusCode ?? 0) >= 500;

/**
 * Whether a call failed because its target was out of reach, busy or contended, so that the same call may succeed
 * later. Anything else, such as an item that the table refuses, fails again in the same way.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (OUTAGES.has(error.name) ||
    OUTAGES.has((error as ServiceError).code ?? '') ||
    isServiceFault(error) ||
    isConflict(error));
