import { VERSION } from './api-operations.ts';
import { KybError, refusalOf } from './errors.ts';
import type { Call } from './operation.ts';
import type { ApiResponse } from './promises.ts';
import { retryWaitSeconds } from './retries.ts';
import { formOf, isUpload } from './uploads.ts';

/** What can be set for each call. */
export interface RequestOptions {
  /** Ends the call, and the wait before a retry; the promise is rejected with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** For one attempt, its response included. Default: that of the client. */
  readonly timeoutSeconds?: number | undefined;
  /** Default: that of the client. */
  readonly maxRetries?: number | undefined;
  /** Of operations that take one. Default: a new one for each call, the same for its retries. */
  readonly idempotencyKey?: string | undefined;
  /** Sent with the request, such as `X-Widget-Signature`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The media type to answer with, for operations that have another than JSON. */
  readonly accept?: string | undefined;
}

/** How the requests of a client are made. */
export interface Settings {
  /** Without `/v1` and a slash at the end. */
  readonly baseUrl: string;
  /** What proves the account. */
  readonly credential: string | undefined;
  readonly credentials: 'include' | 'same-origin' | 'omit' | undefined;
  readonly timeoutSeconds: number;
  readonly maxRetries: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The effects of requests. */
export interface Effects {
  readonly fetch: typeof fetch;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly nowMs: () => number;
  /** Waits; the promise is rejected with the reason of the signal when that is aborted. */
  readonly wait: (seconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Whether a browser runs the client: it names itself. */
  readonly isBrowser: boolean;
}

/** A request, ready to be sent as often as it takes. */
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

/** The body in bytes, with its type: a form is written once, because each writing chooses another boundary. */
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
      // A redirect would take the credential to wherever it points.
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
    message: `The API was expected, but ${what}. Check baseUrl, and what is between it and you.`,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: undefined,
  });

const isJson = (type: string): boolean => /^application\/(?:[\w.-]+\+)?json\b/i.test(type);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body that a response has, as the call expects it. @throws KybError for a refusal, and for what is not the API. */
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
 * Sends calls with the retries that the API allows. A call that fails is rejected with a `KybError`, one that is aborted
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
