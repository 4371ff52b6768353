import { VERSION } from './api-operations.ts';
import { KybError, refusalOf } from './errors.ts';
import type { Call } from './operation.ts';
import type { ApiResponse } from './promises.ts';
import { retryWaitSeconds } from './retries.ts';
import { formOf, isUpload } from './uploads.ts';

/** The options of a call. */
export interface RequestOptions {
  /** Ends the call, or the wait before a retry. The promise is rejected with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of one attempt, including its response. Default: the setting of the client. */
  readonly timeoutSeconds?: number | undefined;
  /** The most times that the call is retried. Default: the setting of the client. */
  readonly maxRetries?: number | undefined;
  /** The key of an operation that takes one. Default: a new key for each call, which its retries share. */
  readonly idempotencyKey?: string | undefined;
  /** Headers of the request, such as `X-Widget-Signature`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The media type of the response, for operations that offer others besides JSON. */
  readonly accept?: string | undefined;
}

/** The settings of a client's requests. */
export interface Settings {
  /** Without `/v1` and without a slash at the end. */
  readonly baseUrl: string;
  /** The credential of the account. */
  readonly credential: string | undefined;
  readonly credentials: 'include' | 'same-origin' | 'omit' | undefined;
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The effects of requests. */
export interface Effects {
  readonly fetch: typeof fetch;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  readonly nowMs: () => number;
  /** Waits. If the signal is aborted, the promise is rejected with its reason. */
  readonly wait: (seconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Whether the client runs in a browser, which sends its own `User-Agent`. */
  readonly isBrowser: boolean;
}

/** A request that can be sent repeatedly. */
interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
  readonly isRepeatable: boolean;
}

const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const hasFile = (body: object): boolean => Object.values(body).some((value) => [value].flat().some(isUpload));

/** The encoded body and its content type. A form is encoded once, because each encoding has another boundary. */
const written = async ({
  operation,
  body,
}: Call): Promise<{ bytes: string | ArrayBuffer; type: string } | undefined> => {
  if (operation.body === undefined) return undefined;
  const given = body ?? {};
  if (operation.body === 'json' || (operation.body === 'json-or-multipart' && !hasFile(given)))
    return { bytes: JSON.stringify(given), type: 'application/json' };
  const form = new Response(await formOf(given));
  return { bytes: await form.arrayBuffer(), type: form.headers.get('content-type') ?? '' };
};

const searchOf = (query: Readonly<Record<string, unknown>> = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  return search.size > 0 ? `?${search}` : '';
};

const prepared = async (call: Call, options: RequestOptions, settings: Settings, isBrowser: boolean) => {
  const { operation, path, query } = call;
  const body = await written(call);
  const headers = new Headers({ accept: options.accept ?? (operation.isText ? 'text/html' : 'application/json') });
  const set = (name: string, value: string | undefined) => value !== undefined && headers.set(name, value);
  set('content-type', body?.type);
  set('idempotency-key', operation.takesKey ? (options.idempotencyKey ?? newKey()) : undefined);
  set('authorization', operation.isForAccounts && settings.credential ? `Bearer ${settings.credential}` : undefined);
  set('user-agent', isBrowser ? undefined : `kyb-client/${VERSION}`);
  for (const [name, value] of Object.entries({ ...settings.headers, ...options.headers })) headers.set(name, value);
  return {
    url: `${settings.baseUrl}${path}${searchOf(query)}`,
    init: {
      method: operation.method,
      headers,
      // A redirect would send the credential to another address.
      redirect: 'manual',
      ...(body && { body: body.bytes }),
      ...(settings.credentials && { credentials: settings.credentials }),
    },
    isRepeatable: operation.method !== 'POST' || operation.takesKey === true,
  } satisfies Prepared;
};

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const unexpected = (response: Response, what: string): KybError =>
  new KybError({
    code: 'UNEXPECTED_RESPONSE',
    message: `This is not a response of the API: ${what}. Check baseUrl, and any proxy between you and the API.`,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: undefined,
  });

const isJson = (type: string): boolean => /^application\/(?:[\w.-]+\+)?json\b/i.test(type);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The body of a response, in the form that the call expects.
 *
 * @throws KybError for a refusal, and for a response that is not from the API.
 */
const bodyOf = async (response: Response, { operation }: Call, accept: string | undefined, nowMs: number) => {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    throw unexpected(response, `the response was a redirect (${response.status})`);
  const type = response.headers.get('content-type') ?? 'no content type';
  if (response.ok && accept !== undefined && type.startsWith(accept)) return response.blob();
  const text = await response.text();
  if (response.ok && operation.isText && type.startsWith('text/html')) return text;
  if (!isJson(type)) throw unexpected(response, `the response (${response.status}) was ${type}`);
  const body = parsedJson(text);
  if (!isObject(body)) throw unexpected(response, `the response (${response.status}) was JSON that is cut off`);
  if (!response.ok) throw refusalOf(response, body, nowMs);
  return body;
};

/** A failure without a response. */
const noResponse = (code: 'NO_RESPONSE' | 'TIMED_OUT', message: string, cause?: unknown): KybError =>
  new KybError({ code, message, status: 0, cause, requestId: undefined, retryAfterSeconds: undefined });

/** Sends calls. */
export type Send = (call: Call, options: RequestOptions) => Promise<ApiResponse<unknown>>;

/**
 * Sends calls with the retries that the API allows. A failed call is rejected with a `KybError`, and an aborted one
 * with the reason of its signal.
 */
export const sender = (settings: Settings, { fetch, random, nowMs, wait, isBrowser }: Effects): Send => {
  const attempt = async ({ url, init }: Prepared, call: Call, options: RequestOptions) => {
    const { signal, timeoutSeconds = settings.timeoutSeconds } = options;
    const stop = new AbortController();
    const abort = () => stop.abort(signal?.reason);
    const timer = setTimeout(() => stop.abort(), timeoutSeconds * 1000);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const response = await fetch(url, { ...init, signal: stop.signal });
      const body = await bodyOf(response, call, options.accept, nowMs());
      const requestId = response.headers.get('x-request-id') ?? undefined;
      return { body, status: response.status, headers: response.headers, requestId };
    } catch (error) {
      if (error instanceof KybError) throw error;
      signal?.throwIfAborted();
      if (stop.signal.aborted) throw noResponse('TIMED_OUT', `There was no response within ${timeoutSeconds} s.`);
      throw noResponse('NO_RESPONSE', 'The API could not be reached, or the connection broke.', error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };

  return async (call, options) => {
    const { signal, maxRetries = settings.maxRetries } = options;
    signal?.throwIfAborted();
    const request = await prepared(call, options, settings, isBrowser);
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt(request, call, options);
      } catch (error) {
        if (!(error instanceof KybError) || retries >= maxRetries) throw error;
        const seconds = retryWaitSeconds({ error, isRepeatable: request.isRepeatable, retries }, random());
        if (seconds === undefined) throw error;
        await wait(seconds, signal);
      }
    }
  };
};
