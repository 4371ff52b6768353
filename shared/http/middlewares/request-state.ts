import type middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { SentBody } from '#shared/http/body';
import type { ArrivedRequest, RequestCredential } from '#shared/http/caller/request-credential';
import type { Contract } from '#shared/http/contract';
import type { ParsedRequest } from '#shared/http/endpoint';
import type { IdempotentRequest } from '#shared/http/idempotency/idempotency';
import type { RequestCount } from '#shared/http/limits/request-count';
import type { Failure } from '#shared/http/outcome';
import type { ApiEvent } from '#shared/http/request';
import type { Environment } from '#shared/platform/environments';

/**
 * What the steps of a request pass on to later ones, in `request.internal` of middy. Each field is set by the step
 * named there, and may not be read before it.
 */
export type RequestState<C extends Contract = Contract, Loaded = unknown, Caller = unknown> = ArrivedRequest & {
  /** Set by `arrival`, like the next ones. */
  readonly credential: RequestCredential;
  readonly count: RequestCount;
  /** Milliseconds that anything may be waited for before the function is cut off without a response. */
  readonly timeLeftMs: () => number;
  /** Set by `body`: the body as it was sent. */
  sent: SentBody;
  /** Set by `validation`. */
  request: ParsedRequest<C>;
  /**
   * Set by `validation`: the environment that the request names although its endpoint has no such parameter; see
   * `requestedEnvironment`.
   */
  environment: Environment | undefined;
  /** Set by `reads`. */
  caller: Caller;
  /** Set by `reads`. */
  loaded: Loaded;
  /** Set by `reads`: the idempotency key of the request, if its contract honours one. */
  keyed: IdempotentRequest | undefined;
  /** Set by `idempotency`: the key under which the request is being answered. */
  answering: IdempotentRequest | undefined;
  /** Set by `response`: how the request was refused. */
  failure: Failure | undefined;
};

/** What the last step adds to Lambda's context for the endpoint. */
export type AnswerContext<Request, Effects> = Context & {
  readonly request: Request;
  readonly effects: Effects;
};

/** One step of a request. It may not wait for anything beyond the time of the request (`withinRequestTime`). */
export type Step<C extends Contract = Contract, Loaded = unknown, Caller = unknown> = middy.MiddlewareObj<
  ApiEvent,
  unknown,
  Error,
  Context,
  RequestState<C, Loaded, Caller>
>;
