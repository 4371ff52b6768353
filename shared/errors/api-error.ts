import type { ErrorDetails } from './error-details.ts';
import type { ErrorCode } from './errors.ts';

/**
 * Why a credential is invalid. `malformed`: it does not have the form of a credential. `unknown_key`: the key that it
 * names was never published. `forged`: its signature, issuer, audience or claims are not ours. `made_up_api_key`: this
 * stage never issued such an API key. `unknown_api_key`: this one was never stored, or is long gone. `ended_api_key`:
 * its pair was replaced. `unknown_token`: it is not a valid embed token. `bad_signature`: it does not sign this
 * request.
 */
export type CredentialFailure =
  | 'malformed'
  | 'unknown_key'
  | 'forged'
  | 'made_up_api_key'
  | 'unknown_api_key'
  | 'ended_api_key'
  | 'unknown_token'
  | 'bad_signature';

/** Whom a refusal concerns: not the caller, but the account or session that was the target. */
export interface RefusalTarget {
  readonly accountId?: string;
  readonly sessionId?: string;
  readonly widgetId?: string;
}

/** What an error may add to its code. */
export interface ErrorExtras<Code extends ErrorCode = ErrorCode> {
  /** For the security log. Never part of the response. */
  readonly concerns?: RefusalTarget | undefined;
  /** Set when the error refuses an invalid credential: the kit counts and records it. Never part of the response. */
  readonly failedCredential?: CredentialFailure;
  /** Set when a caller requested the error from the sandbox: nothing failed. Never part of the response. */
  readonly provoked?: true;
  /**
   * A sentence for people that is more specific than that of the code. It contains nothing that its reader did not
   * send.
   */
  readonly sentence?: string;
  /** What a program needs to act on the error. */
  readonly details?: ErrorDetails<Code>;
  /** The `data` of errors whose body has one. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Seconds after which the same request can succeed: the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
  /** The methods that the route has: the `Allow` header (RFC 9110, 15.5.6). */
  readonly allowedMethods?: readonly string[];
  /** `Set-Cookie` values that go out with the error. */
  readonly cookies?: readonly string[];
  /** The HTML page of the refusal, for endpoints that return pages, if this refusal has its own. */
  readonly page?: { readonly html: string; readonly headers: Readonly<Record<string, string>> };
}

/** A refusal that is reported to the caller. Any other error becomes a 500 without a reason. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly extras: ErrorExtras<Code>;

  constructor(code: Code, extras: ErrorExtras<Code> = {}) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.extras = extras;
  }
}

/** Runs work that may be refused, and adds to a refusal whom it concerns, where that is known. */
export const withRefusalTarget = async <T>(concerns: RefusalTarget | undefined, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? new ApiError(error.code, { ...error.extras, concerns }) : error;
  }
};
