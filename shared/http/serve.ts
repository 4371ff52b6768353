import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { InferOutput } from 'valibot';
import { serviceTable } from '#shared/db/client';
import type { Table, TableReader } from '#shared/db/operations';
import { type Clock, systemClock } from '#shared/platform/clock';
import { env } from '#shared/platform/env';
import { type Logger, makeLogger } from '#shared/platform/logger';
import { type Metrics, makeMetrics } from '#shared/platform/metrics';
import { type AccountCaller, authenticate, type ClaimedCaller, type Credential, findCredential } from './account-caller.ts';
import { type Answer, type CheckedAnswer, checkAnswer, toApiError } from './answer.ts';
import { type Commit, makeCommit, Replay } from './commit.ts';
import type { Contract, Schema } from './contract.ts';
import { ApiError } from './errors.ts';
import { parseBody } from './body.ts';
import { findReplay, idempotentRequest } from './idempotency.ts';
import { callerNetwork, makeRateLimiter, type RateLimitCount, type RateLimiter } from './rate-limiter.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { type ApiEvent, MAX_BODY_BYTES, type RequestMeta, requestMeta } from './request.ts';
import { type ApiResponse, renderAnswer, renderError } from './response.ts';
import { parseRequest } from './validation.ts';

type Output<S> = S extends Schema ? InferOutput<S> : undefined;

/** Who a contract's handler is told is calling. Embed endpoints bring their own way to know. */
export type CallerOf<C extends Contract> = C['caller'] extends 'account' | 'admin' ? AccountCaller : undefined;

/** What is known of the caller before the session was looked at. */
export type ClaimedCallerOf<C extends Contract> = C['caller'] extends 'account' | 'admin' ? ClaimedCaller : undefined;

/** A request whose parts have been parsed by its contract. */
export interface ParsedRequest<C extends Contract> {
  readonly path: Output<C['path']>;
  readonly query: Output<C['query']>;
  readonly body: Output<C['body']>;
  readonly meta: RequestMeta;
}

/** The effects a handler may use. */
export interface Effects<C extends Contract> {
  readonly table: Table;
  /** Writes together with the kept answer of an idempotency key. Every write of an idempotent endpoint goes here. */
  readonly commit: Commit<Answer<C>>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The parts of an endpoint that are its own. */
export interface Endpoint<C extends Contract, Loaded, Caller> {
  /**
   * For `embed` contracts: makes certain of the caller, in the first wave.
   *
   * @throws ApiError for whoever may not call.
   */
  readonly identify?: (request: ParsedRequest<C>, table: TableReader) => Promise<Caller>;
  /** For `embed` contracts that honour an idempotency key: whose keys they are. */
  readonly idempotencyScope?: (request: ParsedRequest<C>) => string;
  /**
   * Reads what the answer needs and the request's own words can name. It runs beside the rate limit, the
   * authentication and the idempotency key, with a caller who is not certain yet: it can only read, and what it found
   * is thrown away with the request when the caller is refused.
   */
  readonly load?: (
    request: ParsedRequest<C> & { readonly caller: ClaimedCallerOf<C> },
    effects: { readonly table: TableReader },
  ) => Promise<Loaded>;
  /** Answers, or throws an ApiError. */
  readonly answer: (
    request: ParsedRequest<C> & { readonly caller: Caller; readonly loaded: Loaded },
    effects: Effects<C>,
  ) => Promise<Answer<C>> | Answer<C>;
}

/** What the kit itself depends on. */
export interface Kit {
  readonly table: () => Table;
  readonly clock: Clock;
  readonly limiter: () => RateLimiter;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Milliseconds a rate-limit counter may take before the request goes on without it. */
const LIMITER_PATIENCE_MS = 800;

let containerLimiter: RateLimiter | undefined;

const serviceKit: Kit = {
  table: serviceTable,
  clock: systemClock,
  limiter: () => {
    containerLimiter ??= makeRateLimiter(Number(env('RATE_LIMIT_SCALE')));
    return containerLimiter;
  },
  log: makeLogger(),
  metrics: makeMetrics(),
};

/** What is known of one request, from its first moment to its answer. */
interface Passage {
  readonly meta: RequestMeta;
  readonly log: Logger;
  credential?: Credential;
  count?: Promise<RateLimitCount | undefined>;
}

/** A Lambda handler of the API. */
export type ApiHandler = (event: ApiEvent, context: Context) => Promise<ApiResponse>;

/**
 * Turns a contract and its endpoint into a Lambda handler. In this order, with two waves of calls at most:
 *
 * 1. request id, form of the credential, rate limit started, size; the body parsed;
 * 2. path, query and body parsed, every problem in one 400;
 * 3. first wave, in parallel: rate limit, caller, idempotency key, `load`;
 * 4. second wave: `answer`, which writes through `commit`;
 * 5. the answer through its schema; one error mapper; headers, cookies and one log line for whatever came out.
 */
export const serve = <C extends Contract, Loaded = undefined, Caller = CallerOf<C>>(
  contract: C,
  endpoint: Endpoint<C, Loaded, Caller>,
  kit: Kit = serviceKit,
): ApiHandler => {
  // Keyed by the event, the one object that middy hands to every step of a request, the handler included.
  const passages = new WeakMap<ApiEvent, Passage>();
  const passageOf = (event: ApiEvent): Passage => {
    const passage = passages.get(event);
    if (!passage) throw new Error('The request was not opened');
    return passage;
  };

  const startCount = (passage: Passage): void => {
    const surface = contract.limit;
    if (surface === undefined) return;
    const { meta, log, credential } = passage;
    const perAccount = RATE_LIMITS[surface].per === 'account' && credential;
    const caller = perAccount ? credential.claimed.accountId : callerNetwork(meta.sourceIp);
    passage.count = within(LIMITER_PATIENCE_MS, () => kit.limiter()(kit.table(), surface, caller, meta.nowMs)).catch(() => {
      log.error('RATE_LIMIT_UNAVAILABLE', { surface });
      kit.metrics('RateLimitUnavailable', 1, { surface });
      return undefined;
    });
  };

  const open = (event: ApiEvent): void => {
    const meta = requestMeta(event, kit.clock());
    const log = kit.log.with({ requestId: meta.requestId, route: `${contract.method} ${contract.route}` });
    const passage: Passage = { meta, log };
    passages.set(event, passage);
    try {
      if (contract.caller === 'account' || contract.caller === 'admin') passage.credential = findCredential(contract, meta);
    } finally {
      // A request without a credential is counted as well.
      if (!contract.limitApplies) startCount(passage);
    }
    if (Buffer.byteLength(meta.rawBody) > MAX_BODY_BYTES) throw new ApiError('BODY_TOO_LARGE');
  };

  const proceed = async (event: ApiEvent): Promise<CheckedAnswer> => {
    const passage = passageOf(event);
    const { meta, log, credential } = passage;
    const table = kit.table();
    const confirm = async (): Promise<AccountCaller | undefined> =>
      credential && authenticate(credential, contract, table, meta.nowMs);

    const parsed = parseRequest(contract, {
      path: event.pathParameters ?? {},
      query: event.queryStringParameters ?? {},
      body: event.body ?? {},
    });
    if ('refusal' in parsed) {
      // Who may not call is told that first, and learns nothing of the rules of the body.
      await confirm();
      throw parsed.refusal;
    }
    const request = { ...parsed.parts, meta } as ParsedRequest<C>;
    if (contract.limitApplies?.(request.body)) startCount(passage);

    const scope = credential?.claimed.accountId ?? endpoint.idempotencyScope?.(request);
    const idempotent =
      scope === undefined
        ? undefined
        : idempotentRequest(contract, meta, event.requestContext.http.method, event.rawPath, scope);
    const caller = credential?.claimed as ClaimedCallerOf<C>;

    const [counted, identified, replayed, read] = await Promise.allSettled([
      passage.count,
      endpoint.identify ? endpoint.identify(request, table) : (confirm() as Promise<Caller>),
      idempotent && findReplay(table, idempotent),
      endpoint.load?.({ ...request, caller }, { table }),
    ] as const);
    // The order of refusals is the order of these lines, whichever call answered first.
    if (valueOf(counted)?.exceeded) throw new ApiError('RATE_LIMITED');
    const certain = valueOf(identified);
    const replay = valueOf(replayed);
    if (replay) return replay;
    const loaded = valueOf(read) as Loaded;

    const check = (answer: Answer): CheckedAnswer => checkAnswer(contract, answer, log);
    const commit = makeCommit(table, check, idempotent, contract.secretFields ?? []) as Commit<Answer<C>>;
    const effects = { table, commit, log, metrics: kit.metrics };
    return check((await endpoint.answer({ ...request, caller: certain, loaded }, effects)) as Answer);
  };

  const finish = ({ meta, log }: Passage, { statusCode }: ApiResponse, errorCode?: string): void => {
    const durationMs = kit.clock() - meta.nowMs;
    const fields = { statusCode, durationMs, ...(errorCode && { errorCode }) };
    const labels = { function: contract.name };
    kit.metrics('RequestDuration', durationMs, labels);
    if (statusCode === 429) kit.metrics('RateLimited', 1, labels);
    if (statusCode < 500) return log.info('REQUEST_ANSWERED', fields);
    kit.metrics('RequestFailed', 1, labels);
    return log.error('REQUEST_FAILED', fields);
  };

  const respond = async (event: ApiEvent, answer: CheckedAnswer): Promise<ApiResponse> => {
    const passage = passageOf(event);
    const response = renderAnswer(contract, passage.meta, answer, await passage.count);
    finish(passage, response);
    return response;
  };

  const refuse = async (event: ApiEvent, thrown: unknown): Promise<ApiResponse> => {
    const passage = passageOf(event);
    const count = await passage.count;
    const error = count?.exceeded ? new ApiError('RATE_LIMITED') : toApiError(thrown, passage.log);
    const response = renderError(contract, passage.meta, error, count);
    finish(passage, response, error.code);
    return response;
  };

  return middy<ApiEvent, CheckedAnswer | ApiResponse>()
    .before(({ event }) => open(event))
    .before(parseBody(contract))
    .after(async (request) => {
      request.response = await respond(request.event, request.response as CheckedAnswer);
    })
    .onError(async (request) => {
      const { event, error } = request;
      request.response = await (error instanceof Replay ? respond(event, error.answer) : refuse(event, error));
    })
    .handler(proceed) as unknown as ApiHandler;
};

const valueOf = <T>(result: PromiseSettledResult<T>): T => {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
};

/** Fails a call that takes longer than `patienceMs`. */
const within = async <T>(patienceMs: number, call: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Took too long')), patienceMs);
  });
  return Promise.race([call(), tooLong]).finally(() => clearTimeout(timer));
};
