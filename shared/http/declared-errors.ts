import type { ErrorCode } from '#shared/errors/errors';
import { isAccountKind } from '#shared/http/caller/caller-kinds';
import type { Logger } from '#shared/platform/logger';
import { takesJson, takesMultipart } from './body.ts';
import type { Contract } from './contract.ts';
import { isOpenedByBrowsers } from './schemas/unknown-parameters.ts';

/** The settings that determine which errors an endpoint may return. */
export type ErrorDeclaration = Pick<
  Contract,
  | 'name'
  | 'method'
  | 'caller'
  | 'limit'
  | 'path'
  | 'query'
  | 'body'
  | 'consumes'
  | 'files'
  | 'idempotent'
  | 'touches'
  | 'produces'
  | 'cacheSeconds'
  | 'errors'
>;

const isOfAccount = ({ caller }: ErrorDeclaration): boolean => isAccountKind(caller);

/** The refusals that a contract's settings imply, each with its condition. */
const IMPLIED: readonly (readonly [ErrorCode, (contract: ErrorDeclaration) => boolean])[] = [
  // A query parameter that the endpoint does not have is a problem.
  [
    'VALIDATION_FAILED',
    (contract) => Boolean(contract.path || contract.query || contract.body) || !isOpenedByBrowsers(contract),
  ],
  ['MALFORMED_JSON', ({ body, consumes }) => body !== undefined && takesJson(consumes)],
  ['MALFORMED_MULTIPART', ({ consumes }) => takesMultipart(consumes)],
  ['UNSUPPORTED_FILE_TYPE', ({ files }) => files !== undefined],
  ['ENVIRONMENT_MISMATCH', isOfAccount],
  ['IDEMPOTENCY_KEY_INVALID', ({ idempotent }) => idempotent !== undefined],
  ['UNAUTHENTICATED', isOfAccount],
  ['CROSS_SITE_REQUEST', (contract) => isOfAccount(contract) && contract.method !== 'GET'],
  ['API_KEY_NOT_ALLOWED', (contract) => isOfAccount(contract) && contract.caller !== 'account'],
  ['FORBIDDEN', ({ caller }) => caller === 'admin'],
  ['IDEMPOTENCY_IN_PROGRESS', ({ idempotent }) => idempotent !== undefined],
  ['BODY_TOO_LARGE', ({ body }) => body !== undefined],
  ['UNSUPPORTED_CONTENT_TYPE', ({ body }) => body !== undefined],
  ['IDEMPOTENCY_KEY_REUSED', ({ idempotent }) => idempotent !== undefined],
  ['RATE_LIMITED', ({ limit }) => limit !== undefined],
  ['INTERNAL_ERROR', () => true],
  // Anything that it depends on may be unreachable: the table, which also identifies its caller, secrets, queues.
  ['SERVICE_UNAVAILABLE', (contract) => isOfAccount(contract) || Object.keys(contract.touches).length > 0],
];

/** Every error that an endpoint may return: those that its settings imply, then its own. */
export const declaredErrors = (contract: ErrorDeclaration): readonly ErrorCode[] => {
  const implied = IMPLIED.filter(([, holds]) => holds(contract)).map(([code]) => code);
  return [...new Set([...implied, ...(contract.errors ?? [])])];
};

/**
 * Logs a response with an error that its endpoint's contract does not declare. Integrators cannot know of such an
 * error, because the API document is generated from the contract. The suites fail on it.
 */
export const noteUndeclared = (contract: ErrorDeclaration, errorCode: ErrorCode, log: Logger): void => {
  if (!declaredErrors(contract).includes(errorCode)) log.error('ERROR_UNDECLARED', { errorCode });
};
