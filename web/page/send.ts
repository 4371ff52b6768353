import { onLine, type Pause } from './pause.ts';

/**
 * The state of the connection to the service: `offline` without a response, `busy` when the service asks for a later
 * repetition.
 */
export type Connection = 'up' | 'offline' | 'busy';

/** A problem of one field, as the API reports it. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** A refusal of the API. */
export interface Refusal {
  readonly refused: true;
  readonly status: number;
  readonly code: string;
  readonly details: readonly Problem[];
  /** The outcome of a session that accepts no more calls, such as `submitted` or `rejected`. */
  readonly outcome: string | undefined;
}

/** Whether an error is a refusal of the API. */
export const isRefusal = (error: unknown): error is Refusal =>
  typeof error === 'object' && error !== null && 'refused' in error;

/** A call of the API: its method, its path relative to the API's root, and its data. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a call until it is answered, and returns the `data` of a success. @throws Refusal. */
export type Send = (call: Call) => Promise<unknown>;

/** The functions of the browser that sending uses. */
export interface Wire {
  readonly fetch: typeof fetch;
  readonly pause: Pause;
  readonly onConnection: (connection: Connection) => void;
}

const TRANSIENT: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** How often a call is repeated after an error response. Without a response, it is repeated forever. */
const MAX_BUSY = 4;

/** The longest wait requested by the service after which a call is repeated automatically. */
const MAX_WAIT_SECONDS = 20;

const TIMEOUT_MS = 30_000;

/** The refusal in a response of the gateway or the service. */
export const refusalOf = (status: number, body: unknown): Refusal => {
  const { code, details } = (body ?? {}) as { code?: unknown; details?: unknown };
  return {
    refused: true,
    status,
    code: typeof code === 'string' && !TRANSIENT.has(status) ? code : `HTTP_${status}`,
    details: Array.isArray(details) ? (details as Problem[]) : [],
    outcome: (details as { status?: string } | undefined)?.status,
  };
};

/** A call in the form that `fetch` takes. */
const requestOf = ({ method, body, headers }: Call): RequestInit => {
  const content = body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    method,
    credentials: 'omit',
    cache: 'no-store',
    headers: { ...content, ...headers },
    // The browser finishes a save even if the tab is closed.
    keepalive: method === 'PATCH',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
};

/** A response of the service; `body` is undefined if it is not JSON. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfterSeconds: number;
}

const answerTo = async (wire: Wire, url: string, call: Call): Promise<Answer | undefined> => {
  const response = await wire.fetch(url, requestOf(call)).catch(() => undefined);
  if (!response) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0) || 0;
  return { status: response.status, body, retryAfterSeconds };
};

/** The `data` of a success. @throws Refusal. */
const dataOf = ({ status, body }: Answer): unknown => {
  if (status < 200 || status >= 300 || body === undefined) throw refusalOf(status, body);
  return (body as { data: unknown }).data;
};

/** Whether a call is repeated automatically after this response. */
const isRepeated = ({ status, retryAfterSeconds }: Answer, busy: number): boolean =>
  TRANSIENT.has(status) && busy <= MAX_BUSY && retryAfterSeconds <= MAX_WAIT_SECONDS;

/** Sends calls to the API at `base`. A call without a response, or with a temporary error, is repeated after a pause. */
export const makeSend =
  (base: string, wire: Wire): Send =>
  async (call) => {
    let busy = 0;
    for (let tried = 0; ; tried += 1) {
      const answer = await answerTo(wire, `${base}${call.path}`, call);
      if (answer && TRANSIENT.has(answer.status)) busy += 1;
      if (answer && !isRepeated(answer, busy)) {
        wire.onConnection('up');
        return dataOf(answer);
      }
      wire.onConnection(answer ? 'busy' : 'offline');
      await wire.pause(tried, answer?.retryAfterSeconds ?? 0);
    }
  };

/** The functions of a browser for sending. */
export const browserWire = (onConnection: Wire['onConnection']): Wire => ({
  fetch: (...request) => fetch(...request),
  pause: onLine,
  onConnection,
});
