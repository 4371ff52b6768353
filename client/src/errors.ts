import type { ErrorDetails } from './api-types.ts';

/** What an error carries beside its code and the details. */
interface ErrorFacts {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The id of the request, to quote to support; undefined without a response of the API. */
  readonly requestId: string | undefined;
  /** How long to wait before the next try, if the response said so. */
  readonly retryAfterSeconds: number | undefined;
}

/** The codes of errors that the client itself finds. */
interface ClientErrorDetails {
  /** There was no response: the network or the connection failed. `cause` says how. */
  NO_RESPONSE: undefined;
  /** There was no complete response within `timeoutSeconds`. */
  TIMED_OUT: undefined;
  /** What responded is not the API: another content, a redirect, or JSON that is cut off. */
  UNEXPECTED_RESPONSE: undefined;
}

type AllDetails = ErrorDetails & ClientErrorDetails;

/** A code of an error: one of the API, or one of the client. */
export type KybErrorCode = keyof AllDetails;

/** An error of one code. */
export interface KybErrorOf<Code extends KybErrorCode> extends Error, ErrorFacts {
  readonly name: 'KybError';
  readonly code: Code;
  /** What programs need to act on the code. */
  readonly details: AllDetails[Code];
}

/** Why a call failed. Its `code` tells which `details` it has. */
export type KybError = { [Code in KybErrorCode]: KybErrorOf<Code> }[KybErrorCode];

/** What an error is made of. */
interface KybErrorInit extends ErrorFacts {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly cause?: unknown;
}

/** Why a call failed: `error instanceof KybError` narrows an error, and then its `code` narrows its `details`. */
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
  // What is neither would be read as some year.
  const untilMs = /^[a-z]{3},/i.test(text) ? Date.parse(text) - nowMs : Number.NaN;
  return Number.isNaN(untilMs) ? undefined : Math.max(0, Math.ceil(untilMs / 1000));
};

type ErrorBody = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * The error that a refusal of the API means.
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
