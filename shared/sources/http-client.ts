import type { IncomingMessage, RequestOptions } from 'node:http';

/** Bytes of an answer that are read; what is longer is no answer of a source of ours. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Why a request brought no answer. `transient` when the same request may succeed a moment later. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly reason: 'timed_out' | 'unreachable' | 'refused' | 'unusable_answer' | 'cancelled';
  readonly transient: boolean;

  constructor(reason: HttpFailure['reason'], transient: boolean) {
    super(`The source could not be asked: ${reason}`);
    this.reason = reason;
    this.transient = transient;
  }
}

/** A JSON question to a source. @property timeoutSeconds from the first connection attempt to the last byte. */
export interface JsonQuestion {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/** An address below a base URL, whose slashes at the end do not count. */
export const urlBelow = (baseUrl: string, path: string): URL => new URL(`${baseUrl.replace(/\/+$/, '')}/${path}`);

/**
 * Node's own client, fetched when first needed: importing these modules costs tens of milliseconds of a cold start,
 * because their static import also loads the global fetch.
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
    if (size > MAX_ANSWER_BYTES) throw new HttpFailure('unusable_answer', false);
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

/** Overload and outages pass; a source that understood and refused (a bad key, an unknown path) goes on refusing. */
const isTransientStatus = (status: number): boolean => status >= 500 || status === 408 || status === 429;

const ask = async (question: JsonQuestion, signal: AbortSignal): Promise<unknown> => {
  const payload = JSON.stringify(question.body);
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(payload)),
    ...question.headers,
  };
  const response = await send(question.url, { method: 'POST', headers, signal }, payload);
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    throw new HttpFailure('refused', isTransientStatus(status));
  }
  return parseJson(await readText(response));
};

/**
 * POSTs a question and answers the JSON of a 200. Redirects are not followed: a key is for the host it was given for.
 *
 * @throws {HttpFailure} for everything else, be it silence, another status, more than a megabyte or no JSON.
 */
export const postJson = async (question: JsonQuestion): Promise<unknown> => {
  const deadline = AbortSignal.timeout(Math.ceil(question.timeoutSeconds * 1000));
  try {
    return await ask(question, AbortSignal.any([question.signal, deadline]));
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (question.signal.aborted) throw new HttpFailure('cancelled', false);
    throw new HttpFailure(deadline.aborted ? 'timed_out' : 'unreachable', true);
  }
};
