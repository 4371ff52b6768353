import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { InferOutput } from 'valibot';
import type { Table, TableReader } from '#shared/db/operations';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { type AccountCaller, type ClaimedCaller, findCredential } from './account-caller.ts';
import { type Answer, type CheckedAnswer, checkAnswer, toApiError } from './answer.ts';
import { parseBody } from './body.ts';
import { type Commit, makeCommit, Replay } from './commit.ts';
import type { Contract, Schema } from './contract.ts';
import { ApiError, statusOf } from './errors.ts';
import { makeGate, type Passage } from './gate.ts';
import { findReplay, idempotentRequest, visitorScope } from './idempotency.ts';
import { type Kit, serviceKit } from './kit.ts';
import { type Failure, recordOutcome } from './outcome.ts';
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

/**
 * The parts of an endpoint that are its own. `A` is what its `answer` gives, in the literals it was written in: a status
 * or a value that its contract does not have does not compile.
 */
export interface Endpoint<C extends Contract, Loaded, Caller, A extends Answer<C> = Answer<C>> {
  /**
   * For `embed` contracts: makes certain of the caller, in the first wave.
   *
   * @throws ApiError for whoever may not call.
   */
  readonly identify?: (request: ParsedRequest<C>, table: TableReader) => Promise<Caller>;
  /** For `embed` contracts that honour an idempotency key: the widget whose visitors' keys they are. */
  readonly idempotencyScope?: (request: ParsedRequest<C>) => string | undefined;
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
  ) => Promise<A> | A;
}

/** Milliseconds kept of a function's time to say that it ran out: the caller gets our 503 and the log its line. */
const TIMEOUT_MARGIN_MS = 250;

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
 *
 * Whatever is wrong with a request, an exhausted rate limit is told first, then that the account is not signed in: who
 * may not call learns nothing else.
 */
export const serve = <
  C extends Contract,
  Loaded = undefined,
  Caller = CallerOf<C>,
  const A extends Answer<C> = Answer<C>,
>(
  contract: C,
  endpoint: Endpoint<C, Loaded, Caller, A>,
  kit: Kit = serviceKit,
): ApiHandler => {
  const gate = makeGate(contract, kit);

  // Keyed by the event, the one object that middy hands to every step of a request, the handler included.
  const passages = new WeakMap<ApiEvent, Passage>();
  const passageOf = (event: ApiEvent): Passage => {
    const passage = passages.get(event);
    if (!passage) throw new Error('The request was not opened');
    return passage;
  };

  const open = (event: ApiEvent): void => {
    const meta = requestMeta(event, kit.clock());
    const log = kit.log.with({ requestId: meta.requestId, route: `${contract.method} ${contract.route}` });
    const passage: Passage = { meta, log };
    passages.set(event, passage);
    try {
      if (contract.caller === 'account' || contract.caller === 'admin') {
        passage.credential = findCredential(contract, meta);
      }
    } finally {
      // A request without a credential is counted as well.
      if (!contract.limitApplies) gate.limitRate(passage);
    }
    if (Buffer.byteLength(meta.rawBody) > MAX_BODY_BYTES) throw new ApiError('BODY_TOO_LARGE');
  };

  const parse = (event: ApiEvent, { meta }: Passage): ParsedRequest<C> => {
    const parsed = parseRequest(contract, {
      path: event.pathParameters ?? {},
      query: event.queryStringParameters ?? {},
      body: event.body ?? {},
    });
    if ('refusal' in parsed) throw parsed.refusal;
    return { ...parsed.parts, meta } as ParsedRequest<C>;
  };

  const firstWave = async (passage: Passage, request: ParsedRequest<C>) => {
    const table = kit.table();
    const claimed = passage.credential?.claimed;
    const visited = endpoint.idempotencyScope?.(request);
    const scope = claimed?.accountId ?? (visited && visitorScope(visited, passage.meta));
    const idempotent = scope === undefined ? undefined : idempotentRequest(contract, passage.meta, scope);

    const [counted, identified, replayed, read] = await Promise.allSettled([
      passage.count,
      endpoint.identify ? endpoint.identify(request, table) : (gate.confirm(passage) as Promise<Caller>),
      idempotent && findReplay(table, idempotent),
      endpoint.load?.({ ...request, caller: claimed as ClaimedCallerOf<C> }, { table }),
    ] as const);
    // The order of refusals is the order of these lines, whichever call answered first.
    if (settled(counted)?.exceeded) throw new ApiError('RATE_LIMITED');
    const caller = settled(identified);
    const replay = settled(replayed);
    if (replay) throw new Replay(replay);
    return { caller, loaded: settled(read) as Loaded, idempotent };
  };

  const proceed = async (event: ApiEvent): Promise<CheckedAnswer> => {
    const passage = passageOf(event);
    const request = parse(event, passage);
    if (contract.limitApplies?.(request.body)) gate.limitRate(passage);
    const { caller, loaded, idempotent } = await firstWave(passage, request);

    const { log } = passage;
    const table = kit.table();
    const check = (answer: Answer): CheckedAnswer => checkAnswer(contract, answer, log);
    const commit = makeCommit(table, check, idempotent, contract.secretFields ?? []) as Commit<Answer<C>>;
    const effects = { table, commit, log, metrics: kit.metrics };
    try {
      return check((await endpoint.answer({ ...request, caller, loaded }, effects)) as Answer);
    } catch (refusal) {
      // What refuses this request may be what the first one with its key has done since the key was looked for.
      const replay = idempotent && refusal instanceof ApiError ? await findReplay(table, idempotent) : undefined;
      throw replay ? new Replay(replay) : refusal;
    }
  };

  const respond = async (event: ApiEvent, answer: CheckedAnswer): Promise<ApiResponse> => {
    const passage = passageOf(event);
    const response = renderAnswer(contract, passage.meta, answer, await passage.count);
    recordOutcome(kit, contract.name, passage, response);
    return response;
  };

  /** Of everything that speaks against a request, what its caller is told. */
  const firstRefusal = async (passage: Passage, thrown: unknown): Promise<Failure> => {
    const count = await passage.count;
    if (count?.exceeded) return { error: new ApiError('RATE_LIMITED'), cause: thrown };
    const error = toApiError(thrown);
    // A failure of ours tells nothing, and what it waited for may be what the caller's session is read from.
    if (statusOf(error.code) >= 500) return { error, cause: thrown };
    const cause = await gate.confirm(passage).then(
      () => thrown,
      (refusal: unknown) => refusal,
    );
    return { error: toApiError(cause), cause };
  };

  const refuse = async (event: ApiEvent, thrown: unknown): Promise<ApiResponse> => {
    const passage = passageOf(event);
    const failure = await firstRefusal(passage, thrown);
    const response = renderError(contract, passage.meta, failure.error, await passage.count);
    recordOutcome(kit, contract.name, passage, response, failure);
    return response;
  };

  return middy<ApiEvent, CheckedAnswer | ApiResponse>({ timeoutEarlyInMillis: TIMEOUT_MARGIN_MS })
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

const settled = <T>(result: PromiseSettledResult<T>): T => {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
};
