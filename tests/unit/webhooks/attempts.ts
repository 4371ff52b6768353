import type { LookupFunction } from 'node:net';
import { expect } from 'vitest';
import { type PostOptions, postSigned } from '#shared/webhooks/deliveries/attempts/post';

/** The body of every attempt under test, with characters beyond ASCII. */
export const BODY = '{"id":"whd_01","event":"webhook.test","data":{"name":"Ọ̀yọ́"}}';

/** One attempt, by default as the local stage makes it. */
export const post = (endpoint: string, options: Partial<PostOptions> = {}) =>
  postSigned(
    { endpoint, headers: { 'Content-Type': 'application/json', 'X-Service-Delivery': 'whd_01' }, body: BODY },
    { allowLoopbackHttp: true, ...options },
  );

/** The outcome of an attempt that ended without a complete response. */
export const error = (errorClass: string) => ({ kind: 'error', errorClass, durationMs: expect.any(Number) });
/** The outcome of an attempt that got a response. */
export const response = (statusCode: number, excerpt: string) => ({
  kind: 'response',
  statusCode,
  retryAfter: undefined,
  excerpt,
  durationMs: expect.any(Number),
});

/** A resolver that resolves every name to one address. */
export const resolvesTo =
  (address: string): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(null, [{ address, family: 4 }]);
