import type { ErrorDetails } from './api-types.ts';

/** The facts of an error besides its code and details. */
interface ErrorFacts {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The id of the request, to quote to support. Undefined if the API did not respond. */
  readonly requestId: string | undefined;
  /** How long to wait before the next attempt, if the response states it. */
  readonly retryAfterSeconds: number | undefined;
}

/** The codes of errors that the client itself detects. */
interface ClientErrorDetails {
  /** There was no response because the network or the connection failed. `cause` has the reason. */
  NO_RESPONSE: undefined;
  /** There was no complete response within `timeoutSeconds`. */
  TIMED_OUT: undefined;
  /** The response did not come from the API: it is a redirect, incomplete JSON or another content type. */
  UNEXPECTED_RESPONSE: undefined;
}

type AllDetails = ErrorDetails & ClientErrorDetails;

/** A code of an error: one of the API, or one of the client. */
export type KybErrorCode = keyof AllDetails;

/** An error of one code. */
export interface KybErrorOf<Code extends KybErrorCode> extends Error, ErrorFacts {
  readonly name: 'KybError';
  readonly code: Code;
  /** The data that programs need to act on the code. */
  readonly details: AllDetails[Code];
}

/** The reason why a call failed. Its `code` determines the type of `details`. */
export type KybError = { [Code in KybErrorCode]: KybErrorOf<Code> }[KybErrorCode];

/** The parts of an error. */
interface KybErrorInit extends ErrorFacts {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly cause?: unknown;
}

/**
 * The reason why a call failed. `error instanceof KybError` narrows an error, and then its `code` narrows its
 * `details`.
 */
export const KybError = class extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, message, status, details, requestId, retryAfterSeconds, cause }: KybErrorInit) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'KybError';
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
} as unknown as { new (init: KybErrorInit): KybError; readonly prototype: KybError };

/** The seconds of a `Retry-After`, which is a number or a date (RFC 9110, 10.2.3). */
export const retryAfterSeconds = (value: string | null, nowMs: number): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // `Date.parse` would read any other text as a year.
  const untilMs = /^[a-z]{3},/i.test(text) ? Date.parse(text) - nowMs : Number.NaN;
  return Number.isNaN(untilMs) ? undefined : Math.max(0, Math.ceil(untilMs / 1000));
};

type ErrorBody = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * The error that a refusal of the API represents.
 *
 * @param body the JSON of the response.
 */
export const refusalOf = (response: Response, body: ErrorBody, nowMs: number): KybError => {
  const { status, headers } = response;
  const code = textOf(body['code']) ?? headers.get('x-error-code') ?? 'UNEXPECTED_RESPONSE';
  return new KybError({
    code,
    message: textOf(body['message']) ?? textOf(body['error']) ?? `The API responded with ${status}`,
    status,
    details: body['details'] ?? body['data'],
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after'), nowMs),
  });
};
