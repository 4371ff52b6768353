/**
 * Every error of the API: its status and the sentence for people. The only place that knows the status of an error
 * (interface: Errors; the codes are ours). An endpoint's contract defines their bodies (`errorRows`).
 */
export const ERRORS = {
  VALIDATION_FAILED: [400, 'The request is not valid. See details for every problem.'],
  MALFORMED_JSON: [400, 'The request body is not valid JSON.'],
  MALFORMED_MULTIPART: [400, 'The request body is not valid multipart/form-data. See details.'],
  IDEMPOTENCY_KEY_INVALID: [400, 'The Idempotency-Key header must have 1 to 255 characters.'],
  INVALID_CODE: [400, 'The code is wrong, expired or already used.'],
  INVALID_TOKEN: [400, 'The token is wrong, expired or already used. Request a new one.'],
  NO_MODULE_ENABLED: [400, 'A live widget needs at least one enabled module.'],
  MODULE_NOT_ENABLED: [400, 'This module is not enabled on the widget.'],
  MODULES_INCOMPLETE: [400, 'Required modules are not answered yet. See details.'],
  CONSENT_REQUIRED: [400, 'The applicant has not agreed to the current terms of the widget. See details.'],
  ENVIRONMENT_MISMATCH: [
    400,
    'The environment must be the one of the widget and of the API key, and `live` where sessions reach no other.',
  ],
  ENDPOINT_NOT_ALLOWED: [400, 'This endpoint cannot receive webhooks. See details.'],
  UNAUTHENTICATED: [401, 'Authentication is required: send a valid access token or API key.'],
  INVALID_CREDENTIALS: [401, 'The e-mail address or the password is wrong.'],
  INVALID_ID_TOKEN: [401, 'The ID token is expired or not for this service, or its address is not verified.'],
  REFRESH_TOKEN_INVALID: [401, 'The refresh token is missing, unknown or expired. Log in again.'],
  REFRESH_TOKEN_REUSED: [401, 'This refresh token was used before. The session has been ended; log in again.'],
  INVALID_EMBED_TOKEN: [401, 'The embed token is not valid.'],
  INVALID_REQUEST_SIGNATURE: [401, 'The X-Widget-Signature header is missing or does not match the request.'],
  INVALID_CALLBACK_SIGNATURE: [401, 'The signature of this callback is missing or does not match its body.'],
  INSUFFICIENT_BALANCE: [402, 'The wallet balance does not cover this action. Top up the wallet and try again.'],
  MONTHLY_BUDGET_EXCEEDED: [402, 'The monthly budget for address verifications does not cover this one. See details.'],
  EMAIL_NOT_VERIFIED: [403, 'Verify your e-mail address first, with the code that was sent to it.'],
  CROSS_SITE_REQUEST: [403, 'Requests authorised by cookie must come from our own web origins.'],
  API_KEY_NOT_ALLOWED: [403, 'This endpoint needs a signed-in session; API keys are not accepted.'],
  FORBIDDEN: [403, 'Your role does not allow this.'],
  WIDGET_NOT_LIVE: [403, 'This widget is not live.'],
  ORIGIN_NOT_ALLOWED: [403, 'This origin is not among the allowed domains of the widget.'],
  IP_NOT_ALLOWED: [403, 'This address is not on the allowlist of the widget.'],
  COUNTRY_NOT_ALLOWED: [403, 'The widget is not offered in this country.'],
  PREVIEW_NOT_VALID: [403, 'This preview has ended, or is not one of this widget. Open a new one.'],
  RESUME_DISABLED: [403, 'Resuming a session is disabled for this widget.'],
  ROUTE_NOT_FOUND: [404, 'There is no such route.'],
  ACCOUNT_NOT_FOUND: [404, 'Account not found.'],
  COMPANY_NOT_FOUND: [404, 'Company not found.'],
  BUSINESS_NOT_FOUND: [404, 'The registry has no business of this number and classification.'],
  VENDOR_NOT_FOUND: [404, 'Vendor not found.'],
  WIDGET_NOT_FOUND: [404, 'Widget not found.'],
  APPLICANT_NOT_FOUND: [404, 'Applicant not found.'],
  SESSION_NOT_FOUND: [404, 'Session not found.'],
  RATE_NOT_FOUND: [404, 'Pricing rate not found.'],
  WALLET_NOT_FOUND: [404, 'There is no such wallet. Test money is that of the sandbox.'],
  TOP_UP_NOT_FOUND: [404, 'Top-up not found.'],
  TRANSACTION_NOT_FOUND: [404, 'Transaction not found.'],
  SAVED_CARD_NOT_FOUND: [404, 'There is no saved card.'],
  ADDRESS_VERIFICATION_NOT_FOUND: [404, 'Address verification not found.'],
  VERIFICATION_NOT_FOUND: [404, 'Verification not found.'],
  EVENT_NOT_FOUND: [404, 'Monitoring event not found.'],
  ATTACHMENT_NOT_FOUND: [404, 'The session has no such file.'],
  DISPUTE_NOT_FOUND: [404, 'Dispute not found.'],
  ALERT_NOT_FOUND: [404, 'Alert not found.'],
  APP_NOT_FOUND: [404, 'App not found.'],
  WEBHOOK_NOT_FOUND: [404, 'Webhook registration not found.'],
  DELIVERY_NOT_FOUND: [404, 'Webhook delivery not found.'],
  OBLIGATION_NOT_FOUND: [404, 'Compliance obligation not found.'],
  CHAT_NOT_FOUND: [404, 'Chat not found.'],
  METHOD_NOT_ALLOWED: [405, 'This route does not have that method. See the Allow header.'],
  EMAIL_TAKEN: [409, 'An account with this e-mail address exists already. Log in instead.'],
  COMPANY_EXISTS: [409, 'This business has been added already, by this account or another.'],
  TOO_MANY_COMPANIES: [409, 'The account has 1,000 companies in this environment, which is the limit.'],
  TOO_MANY_WATCHES: [
    409,
    'The account watches 1,000 vendors in this environment, which is the limit. Remove one first.',
  ],
  WEBHOOK_EXISTS: [409, 'A registration for this app, environment and service type exists already.'],
  WEBHOOK_INACTIVE: [409, 'The registration is inactive or deleted: nothing is sent to it. Activate it first.'],
  RECOVERY_RUNNING: [409, 'Another recovery of this registration is still running. Try again when it has ended.'],
  DELIVERY_NOT_ENDED: [409, 'The delivery has not ended: it is still being tried.'],
  TOO_MANY_WEBHOOKS: [
    409,
    'The account has 100 webhook registrations in this environment, which is the limit. Delete one first.',
  ],
  TOO_MANY_FILES: [
    409,
    'The module has 10 files of this submission, or the session 200 in all, which is the limit. Remove one first.',
  ],
  ATTACHMENT_SUBMITTED: [409, 'The file was submitted, so it can no longer be removed. Attach a newer one beside it.'],
  TOO_MANY_DOCUMENTS: [409, 'The dispute would have more than 5 documents, which is the limit.'],
  NO_SAVED_CARD: [409, 'There is no card to charge yet. Top the wallet up once by card, then turn this on.'],
  DISPUTE_EXISTS: [409, 'You have an open dispute about this event already.'],
  EVENT_VOIDED: [409, 'This event was voided: it no longer counts, and cannot be disputed.'],
  SESSION_NOT_IN_PROGRESS: [409, 'The session is not in progress. See details for its status.'],
  SIGNATURE_REUSED: [
    409,
    'This signature has opened a session already. Sign each request anew, with a referenceId of its own.',
  ],
  TOO_MANY_OBLIGATIONS: [409, 'The company has 50 compliance obligations, which is the limit. Delete one first.'],
  OBLIGATION_INACTIVE: [409, 'The obligation is inactive, so that it cannot be completed. Activate it first.'],
  ADDRESS_VERIFICATION_ENDED: [409, 'The address verification has ended in another way than this one.'],
  ILLEGAL_STATE: [409, 'Its state does not allow this. See details.'],
  APPLICANT_NOT_OPEN: [409, 'The applicant can no longer be changed. See details for its status.'],
  IDEMPOTENCY_IN_PROGRESS: [409, 'The first request with this Idempotency-Key is still running. Try again shortly.'],
  SESSION_EXPIRED: [410, 'The session has expired.'],
  BODY_TOO_LARGE: [413, 'The request body is too large.'],
  UNSUPPORTED_CONTENT_TYPE: [415, 'This endpoint does not take a body of this content type.'],
  UNSUPPORTED_FILE_TYPE: [415, 'A file is of a type that is not accepted here. See details.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'This Idempotency-Key was used with another request.'],
  RANGE_TOO_LONG: [422, 'There are too many entries to search. Choose a shorter period with from and to.'],
  RESULT_TOO_LARGE: [422, 'The result is too large for one response. Ask for parts of it with page and limit.'],
  RATE_LIMITED: [429, 'Too many requests. Wait for the seconds in Retry-After, then try again.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many wrong passwords. Wait for the seconds in Retry-After, then try again.'],
  TOO_MANY_CODES: [
    429,
    'Too many codes were sent to this address. Wait for the seconds in Retry-After, then try again.',
  ],
  TOO_MANY_TESTS: [429, 'This registration was tested a moment ago. Wait for the seconds in Retry-After.'],
  INTERNAL_ERROR: [
    500,
    'Something went wrong on our side. Try again; if it stays, contact support with the request id.',
  ],
  SOURCE_UNAVAILABLE: [503, 'What this needs from outside is not available at the moment. Try again later.'],
  SERVICE_UNAVAILABLE: [503, 'The service is not available at the moment. Try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** A code of the closed list. */
export type ErrorCode = keyof typeof ERRORS;

/** One problem of a request: where (dotted path) and what. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/**
 * Why a credential is invalid. `malformed`: it does not have the form of one. `unknown_key`: the key that it names was
 * never published. `forged`: its signature, issuer, audience or claims are not ours. `made_up_api_key`: this stage
 * never issued such an API key. `unknown_api_key`: this one was never stored, or is long gone. `ended_api_key`: its pair was replaced. `unknown_token`: it is not a valid embed
 * token. `bad_signature`: it does not sign this request.
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
export interface ErrorExtras {
  /** For the security log. Never part of the response. */
  readonly concerns?: RefusalTarget | undefined;
  /** Set when the error refuses an invalid credential: the kit counts and records it. Never part of the response. */
  readonly failedCredential?: CredentialFailure;
  /** Every problem of the request, or an object that the contract names for this code. */
  readonly details?: readonly Problem[] | Readonly<Record<string, unknown>>;
  /** `data` of the error rows that have one. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** `Set-Cookie` values that go out with the error. */
  readonly cookies?: readonly string[];
  /** The page that says it to people, for endpoints that produce pages and a refusal that has one of its own. */
  readonly page?: { readonly html: string; readonly headers: Readonly<Record<string, string>> };
}

/** A refusal that is reported to the caller. Any other error becomes a 500 without a reason. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.extras = extras;
  }
}

/** Runs something that may be refused, and names whom a refusal concerns, where that is known. */
export const withRefusalTarget = async <T>(concerns: RefusalTarget | undefined, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? new ApiError(error.code, { ...error.extras, concerns }) : error;
  }
};

/** The HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => ERRORS[code][0];
