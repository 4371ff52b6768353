import type { IncomingMessage, RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import { effect } from '#shared/platform/effect';
import {
  type AttemptErrorClass,
  type AttemptOutcome,
  type AttemptResponse,
  classifyAttemptError,
} from '#shared/webhooks/deliveries/records/attempt-outcome';
import { type EndpointRules, inspectEndpoint } from '#shared/webhooks/endpoints/endpoint-guard';
import { endpointRules } from '#shared/webhooks/endpoints/endpoint-rules';
import { guardedLookup } from '#shared/webhooks/endpoints/guarded-lookup';

/**
 * The deadline of one attempt, from the name lookup to the last byte of the response (interface: Delivery behaviour).
 */
export const ATTEMPT_DEADLINE_MS = 10_000;

/** How many bytes of a response body are read and kept. A receiver cannot make us read more. */
const EXCERPT_MAX_BYTES = 8_192;

/**
 * Maximum length of a `Retry-After` that is kept. Every valid form of the header is shorter, not counting leading
 * zeros.
 */
const RETRY_AFTER_MAX_LENGTH = 64;

const keptRetryAfter = (header: string | undefined): string | undefined =>
  header?.replace(/^0+(?=\d)/, '').slice(0, RETRY_AFTER_MAX_LENGTH);

const USER_AGENT = 'kyb-service-webhooks/1.0';

/** One attempt's request. */
export interface SignedPost {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The stage's rules for endpoints, and what tests replace. */
export interface PostOptions extends EndpointRules {
  readonly deadlineMs?: number;
  /** The resolver under the guard; the machine's by default. */
  readonly lookup?: LookupFunction;
}

// Loaded on use: a static import of node:http evaluates all its exports, including fetch, which slows a cold start.
const requesterOf = (url: URL) =>
  url.protocol === 'https:'
    ? process.getBuiltinModule('node:https').request
    : process.getBuiltinModule('node:http').request;

const requestOptions = (post: SignedPost, options: PostOptions): RequestOptions & { rejectUnauthorized: boolean } => ({
  method: 'POST',
  headers: {
    ...post.headers,
    'User-Agent': USER_AGENT,
    'Content-Length': Buffer.byteLength(post.body),
  },
  // Uses its own connection: a kept-alive one would skip the address check, and may be dead, which looks like a reset
  // by the receiver.
  agent: false,
  lookup: guardedLookup({ allowLoopback: options.allowLoopbackHttp }, options.lookup),
  // Set explicitly so that no environment variable can turn verification off.
  rejectUnauthorized: true,
});

/** Decodes as a stream, which drops a character that the byte limit cut in two. */
const excerptOf = (chunks: readonly Buffer[]): string =>
  new TextDecoder().decode(Buffer.concat(chunks).subarray(0, EXCERPT_MAX_BYTES), { stream: true });

type Settle = (ending: Omit<AttemptResponse, 'durationMs'> | AttemptErrorClass) => void;

const readResponse = (response: IncomingMessage, settle: Settle): void => {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  const responded = () =>
    settle({
      kind: 'response',
      statusCode: response.statusCode ?? 0,
      retryAfter: keptRetryAfter(response.headers['retry-after']),
      excerpt: excerptOf(chunks),
    });
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    receivedBytes += chunk.length;
    if (receivedBytes >= EXCERPT_MAX_BYTES) responded();
  });
  response.on('end', responded);
  response.on('error', (error) => {
    if (!response.complete) settle(classifyAttemptError(error));
  });
  // A complete response counts, however the connection ended.
  response.on('close', () => (response.complete ? responded() : settle('reset')));
};

/**
 * Makes one POST and returns how it ended. Redirects are responses, not instructions: the signed body goes nowhere
 * else. One deadline covers lookup, connection, TLS, headers and body, so a dripping receiver gets no more time than a
 * silent one. A body longer than the excerpt is cut off there and its status counts. A body that breaks off earlier is
 * an error, because the receiver's intent is unknown. Bytes after a complete response are ignored, such as the body of
 * a 204, or what follows if `Content-Length` counts characters. The endpoint's text is checked again, and its addresses
 * are checked when it connects.
 *
 * @throws TypeError for headers that HTTP cannot carry, which is our fault, not the receiver's. Nothing else.
 */
export const postSigned = (post: SignedPost, options: PostOptions): Promise<AttemptOutcome> => {
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const inspected = inspectEndpoint(post.endpoint, options);
  if (!inspected.allowed) {
    return Promise.resolve({ kind: 'error', errorClass: 'endpoint_not_allowed', durationMs: elapsedMs() });
  }

  return new Promise((resolve) => {
    const request = requesterOf(inspected.url)(inspected.url, requestOptions(post, options));
    // The first call decides: a promise ignores later ones, such as errors raised by destroying the request.
    const settle: Settle = (ending) => {
      clearTimeout(deadline);
      resolve(
        typeof ending === 'string'
          ? { kind: 'error', errorClass: ending, durationMs: elapsedMs() }
          : { ...ending, durationMs: elapsedMs() },
      );
      request.destroy();
    };
    const deadline = setTimeout(() => settle('timeout'), options.deadlineMs ?? ATTEMPT_DEADLINE_MS);
    // Some endings, such as a response that switches protocols, raise neither a response nor an error.
    const closedWithoutResponse = () => settle('protocol');
    let response: IncomingMessage | undefined;
    request.on('close', closedWithoutResponse);
    request.on('error', (error) => {
      if (!response?.complete) settle(classifyAttemptError(error));
    });
    request.on('response', (begun) => {
      response = begun;
      request.off('close', closedWithoutResponse);
      readResponse(begun, settle);
    });
    request.end(post.body);
  });
};

/** The effect of the capability `endpoints` for POSTs to endpoints. */
export const signedPosts = effect('endpoints', (post: SignedPost) => postSigned(post, endpointRules()));
