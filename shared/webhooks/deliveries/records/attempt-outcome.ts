import * as v from 'valibot';

/** Every way in which an attempt can end without a complete response, by the name in its record. */
export const ATTEMPT_ERROR_CLASSES = [
  'timeout',
  'dns',
  'endpoint_not_allowed',
  'refused',
  'unreachable',
  'reset',
  'tls',
  'protocol',
  'other',
] as const;

/** One of these error classes. */
export type AttemptErrorClass = (typeof ATTEMPT_ERROR_CLASSES)[number];

/** The receiver responded: its whole response arrived, or as much of the body as is kept. */
export interface AttemptResponse {
  readonly kind: 'response';
  readonly statusCode: number;
  /** The `Retry-After` header as received, cut to a length that no valid form exceeds. */
  readonly retryAfter?: string | undefined;
  /** The first bytes of the body as text. Bytes that are not UTF-8 are replaced. */
  readonly excerpt: string;
  readonly durationMs: number;
}

/** The receiver did not respond, or not completely. */
export interface AttemptError {
  readonly kind: 'error';
  readonly errorClass: AttemptErrorClass;
  readonly durationMs: number;
}

/** How one attempt ended. */
export type AttemptOutcome = AttemptResponse | AttemptError;

/** An outcome as it is stored until it can be recorded. */
export const outcomeSchema: v.GenericSchema<unknown, AttemptOutcome> = v.variant('kind', [
  v.object({
    kind: v.literal('response'),
    statusCode: v.number(),
    retryAfter: v.optional(v.string()),
    excerpt: v.string(),
    durationMs: v.number(),
  }),
  v.object({ kind: v.literal('error'), errorClass: v.picklist(ATTEMPT_ERROR_CLASSES), durationMs: v.number() }),
]);

/** Whether the receiver accepted the delivery with a 2xx (interface: Delivery behaviour). */
export const hasSucceeded = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'response' && outcome.statusCode >= 200 && outcome.statusCode <= 299;

/** The classes of Node's and OpenSSL's error codes. The first match decides. */
const CLASS_BY_CODE: readonly (readonly [RegExp, AttemptErrorClass])[] = [
  [/^ERR_REFUSED_ADDRESS$/, 'endpoint_not_allowed'],
  [/^(?:ENOTFOUND|EAI_\w+)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL)$/, 'unreachable'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/, 'reset'],
  [/^(?:ETIMEDOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/, 'timeout'],
  [/^HPE_/, 'protocol'],
  [/^(?:EPROTO|ERR_TLS_|ERR_SSL_)/, 'tls'],
  // Node reports a refused certificate under the name of OpenSSL's verification result (X509_V_ERR_…).
  [/CERT|CRL|^UNABLE_TO_|_SIGNATURE|^(?:INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)$/, 'tls'],
];

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** The class of an error that a request or its socket raised. Nothing of the error's text is kept. */
export const classifyAttemptError = (error: Error): AttemptErrorClass => {
  const code = codeOf(error);
  return CLASS_BY_CODE.find(([pattern]) => pattern.test(code))?.[1] ?? 'other';
};

/** An outcome without the receiver's response body. */
export const withoutExcerpt = (outcome: AttemptOutcome): AttemptOutcome =>
  outcome.kind === 'response' ? { ...outcome, excerpt: '' } : outcome;
