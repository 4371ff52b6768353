import type { IncomingMessage, RequestOptions } from 'node:http';
import { requireTime } from '#shared/platform/lifetime';

/** Maximum bytes of a response; no real source sends a longer one. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Why a request got no response. `transient` when the same request may succeed a moment later. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly reason: 'timed_out' | 'unreachable' | 'refused' | 'unusable_answer' | 'cancelled';
  readonly transient: boolean;
  /** The status of a response that was refused; undefined without a response. */
  readonly status: number | undefined;

  constructor(reason: HttpFailure['reason'], transient: boolean, status?: number) {
    super(`The source could not be called: ${reason}`);
    this.reason = reason;
    this.transient = transient;
    this.status = status;
  }
}

/** A request for JSON. @property timeoutSeconds from the first connection attempt to the last byte. */
export interface JsonRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/** A JSON lookup at a source. */
export interface JsonQuestion extends JsonRequest {
  readonly body: unknown;
}

/** A URL below a base URL, whose trailing slashes are ignored. */
export const urlBelow = (baseUrl: string, path: string): URL => new URL(`${baseUrl.replace(/\/+$/, '')}/${path}`);

/**
 * Node's own client, loaded on first use: a static import costs tens of milliseconds of a cold start, because it also
 * loads the global fetch.
 */
const clientOf = (protocol: string) =>
  protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');

const send = (url: URL, options: RequestOptions, payload: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    clientOf(url.protocol).request(url, options, resolve).on('error', reject).end(payload);
  });

const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new HttpFailure('unusable_answer', false);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpFailure('unusable_answer', true);
  }
};

/**
 * Overload and outages are temporary. A source that refuses a request (a bad key, an unknown path) will refuse it
 * again.
 */
const isTransientStatus = (status: number): boolean => status >= 500 || status === 408 || status === 429;

const bodyHeaders = (payload: string): Record<string, string> =>
  payload === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) };

const ask = async (
  request: JsonRequest,
  method: 'GET' | 'POST',
  payload: string,
  signal: AbortSignal,
): Promise<unknown> => {
  const headers = { accept: 'application/json', ...bodyHeaders(payload), ...request.headers };
  const response = await send(request.url, { method, headers, signal }, payload);
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    throw new HttpFailure('refused', isTransientStatus(status), status);
  }
  return parseJson(await readText(response));
};

const askInTime = async (request: JsonRequest, method: 'GET' | 'POST', payload: string): Promise<unknown> => {
  const deadline = AbortSignal.timeout(Math.ceil(request.timeoutSeconds * 1000));
  // What a GET fetches is kept for other requests as well. A POST books, charges or costs something, so it needs time
  // left.
  const answer = method === 'POST' ? requireTime() : undefined;
  try {
    const signals = [request.signal, deadline, answer].filter((signal) => signal !== undefined);
    return await ask(request, method, payload, AbortSignal.any(signals));
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (request.signal.aborted) throw new HttpFailure('cancelled', false);
    throw new HttpFailure(deadline.aborted ? 'timed_out' : 'unreachable', true);
  }
};

/**
 * POSTs a lookup and returns the JSON of a 200. Redirects are not followed: a key must only reach its own host.
 *
 * @throws {HttpFailure} for everything else: no response, another status, more than a megabyte, or a body that is not
 * JSON.
 */
export const postJson = ({ body, ...request }: JsonQuestion): Promise<unknown> =>
  askInTime(request, 'POST', JSON.stringify(body));

/** GETs the JSON of a 200; otherwise like {@link postJson}. */
export const getJson = (request: JsonRequest): Promise<unknown> => askInTime(request, 'GET', '');
