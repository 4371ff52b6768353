import type { Resources } from './api-methods.ts';
import { OPERATIONS } from './api-operations.ts';
import { callOf, type Operation } from './operation.ts';
import { entriesAt, nextQuery } from './pages.ts';
import { type ApiPromise, apiPromise, pagePromise } from './promises.ts';
import { type Effects, type RequestOptions, type Send, type Settings, sender } from './request.ts';
import { RESOURCES } from './resources.ts';

/** How a client reaches the API. */
export interface KybOptions {
  /** The address of the API, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** A secret API key (`test_sk_…`, `live_sk_…`). Only for servers. */
  readonly key?: string | undefined;
  /** The access token of a session, instead of a key. */
  readonly accessToken?: string | undefined;
  /** `include` sends and stores the cookies of a session. Only for browsers. */
  readonly credentials?: 'include' | 'same-origin' | 'omit' | undefined;
  /** The time limit of one attempt. Default: 30, the longest that the API takes. */
  readonly timeoutSeconds?: number | undefined;
  /** The most times that a call is retried. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The function that sends requests. Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
}

const DEFAULT_TIMEOUT_SECONDS = 30;
const DEFAULT_MAX_RETRIES = 2;

/** Whether this runs in a browser or in one of its workers. */
const runsInBrowser = (): boolean => 'document' in globalThis || 'WorkerGlobalScope' in globalThis;

const wait = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });

/**
 * The settings of a client.
 *
 * @throws TypeError for options that cannot work, and for a secret key in a browser.
 */
const settingsOf = (options: KybOptions, isBrowser: boolean): Settings => {
  const { baseUrl, key, accessToken } = options;
  if (!/^https?:\/\//.test(String(baseUrl))) throw new TypeError('baseUrl must be the https address of the API.');
  if (key !== undefined && accessToken !== undefined) throw new TypeError('Pass either key or accessToken.');
  if (isBrowser && /_sk_/.test(key ?? ''))
    throw new TypeError(
      'A secret key must never reach a browser: whoever opens the page could read it and spend your balance. Call the ' +
        'API from your server, or sign a person in and pass accessToken or credentials.',
    );
  return {
    baseUrl: baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    credential: key ?? accessToken,
    credentials: options.credentials,
    timeoutSeconds: options.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    headers: options.headers ?? {},
  };
};

/** The method that calls an operation. */
const methodFor = (operation: Operation, send: Send) => {
  const { entries } = operation;
  const call = (args: readonly unknown[]): ApiPromise<unknown> => {
    const sent = async () => {
      const { call, options } = callOf(operation, args);
      return send(call, (options ?? {}) as RequestOptions);
    };
    return apiPromise(sent());
  };
  if (entries === undefined) return (...args: unknown[]) => call(args);
  return (...args: unknown[]) => {
    // The query is the argument before the options.
    const at = (operation.path.match(/\{/g)?.length ?? 0) + (operation.body === undefined ? 0 : 1);
    const listed = (query: unknown): ApiPromise<unknown> => {
      const entriesOf = (page: unknown) => entriesAt(page, entries);
      const read = (page: unknown) => {
        const next = nextQuery((query ?? {}) as Record<string, unknown>, page, entriesOf(page));
        return next && listed(next);
      };
      return pagePromise(call([...args.slice(0, at), query, ...args.slice(at + 1)]), { entriesOf, read });
    };
    return listed(args[at]);
  };
};

/** The resources of the API, whose methods send their calls by `send`. */
const resourcesOf = (send: Send): Resources => {
  const resources = Object.entries(RESOURCES).map(([resource, verbs]) => {
    const methods = Object.entries(verbs).map(([verb, id]) => [verb, methodFor(OPERATIONS[id], send)]);
    return [resource, Object.fromEntries(methods)];
  });
  return Object.fromEntries(resources) as Resources;
};

/** The resources of the API for a client. @param effects replace those of the platform, for tests. */
export const createResources = (options: KybOptions, effects: Partial<Effects> = {}): Resources => {
  const isBrowser = effects.isBrowser ?? runsInBrowser();
  const platform: Effects = {
    fetch: (...args) => (options.fetch ?? fetch)(...args),
    random: Math.random,
    nowMs: Date.now,
    wait,
    isBrowser,
  };
  return resourcesOf(sender(settingsOf(options, isBrowser), { ...platform, ...effects }));
};

/** A client of the API: each resource with its methods. */
export type Kyb = Resources;

/**
 * A client of the API.
 *
 * @throws TypeError for options that cannot work, and for a secret key in a browser.
 */
export const Kyb = class {
  constructor(options: KybOptions) {
    Object.assign(this, createResources(options));
  }
} as unknown as new (
  options: KybOptions,
) => Kyb;
