import { ApiError, type ErrorExtras } from '#shared/errors/api-error';
import { ERROR_SAMPLES } from '#shared/errors/error-samples';
import type { ErrorCode } from '#shared/errors/errors';
import { VISITOR_SENTENCES } from '#shared/errors/visitor-sentences';
import type { Environment } from '#shared/platform/environments';
import { acceptedContent } from './body.ts';
import type { Contract } from './contract.ts';
import { declaredErrors } from './declared-errors.ts';
import type { RequestMeta } from './request.ts';
import { describedNames } from './schemas/described-names.ts';
import { isOpenedByBrowsers } from './schemas/unknown-parameters.ts';

/** The request header that requests an error of the sandbox, by its code. */
export const SANDBOX_ERROR_HEADER = 'X-Sandbox-Error';

/**
 * Whether an endpoint has a sandbox. Endpoints that accept an API key or an embed token do, except pages, which are
 * opened by browsers.
 */
export const hasSandbox = (contract: Pick<Contract, 'caller' | 'produces' | 'cacheSeconds'>): boolean =>
  (contract.caller === 'account' || contract.caller === 'embed') && !isOpenedByBrowsers(contract);

/** The error that a request asks for, as it was sent; undefined if it asks for none. */
export const requestedError = (contract: Contract, { headers }: RequestMeta): string | undefined =>
  hasSandbox(contract) ? headers[SANDBOX_ERROR_HEADER.toLowerCase()] : undefined;

/** What an endpoint's error adds to its code when a request causes it. */
const extrasOf = (contract: Contract, code: ErrorCode): ErrorExtras => {
  const sample: ErrorExtras = ERROR_SAMPLES[code] ?? {};
  const [field] = [contract.body, contract.query, contract.path].flatMap(describedNames);
  if (code === 'VALIDATION_FAILED' && field !== undefined) return { details: [{ path: field, message: 'Required' }] };
  if (code === 'UNSUPPORTED_CONTENT_TYPE') return { sentence: acceptedContent(contract.consumes) };
  const forVisitors: Partial<Record<ErrorCode, string>> = contract.caller === 'embed' ? VISITOR_SENTENCES : {};
  return forVisitors[code] === undefined ? sample : { sentence: forVisitors[code] };
};

const refused = (message: string): ApiError =>
  new ApiError('VALIDATION_FAILED', { details: [{ path: SANDBOX_ERROR_HEADER, message }] });

/**
 * The error that a caller of the sandbox asks for. In `live` the header is refused, not ignored: a request that is
 * meant as a test must not charge real money.
 *
 * @param caller the confirmed caller; a session has no environment of its own.
 * @returns the error, marked as provoked; VALIDATION_FAILED for a caller outside the sandbox, and for a code that the
 * endpoint does not have.
 */
export const provokedError = (contract: Contract, requested: string, caller: unknown): ApiError => {
  const { environment }: { readonly environment?: Environment } = Object(caller);
  if (environment !== 'sandbox') return refused('Needs a sandbox API key or the embed token of a sandbox widget');
  const codes = declaredErrors(contract);
  const code = codes.find((known) => known === requested);
  if (code === undefined) return refused(`Must be one of: ${codes.join(', ')}`);
  return new ApiError(code, { ...extrasOf(contract, code), provoked: true });
};
