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
 * What the steps of a request leave for later ones, in `request.internal` of middy: each field by the step that is named
 * there, and not before it.
 */
export type RequestState<C extends Contract = Contract, Loaded = unknown, Caller = unknown> = ArrivedRequest & {
  /** Of `arrival`, like the next ones. */
  readonly credential: RequestCredential;
  readonly count: RequestCount;
  /** Milliseconds that may be waited for anything before the function is cut off without a response. */
  readonly timeLeftMs: () => number;
  /** Of `body`: as it was sent. */
  sent: SentBody;
  /** Of `validation`. */
  request: ParsedRequest<C>;
  /** Of `validation`: what the request names where its endpoint does not ask for one; see `requestedEnvironment`. */
  environment: Environment | undefined;
  /** Of `reads`. */
  caller: Caller;
  /** Of `reads`. */
  loaded: Loaded;
  /** Of `reads`: the idempotency key of the request, where its contract honours one. */
  keyed: IdempotentRequest | undefined;
  /** Of `idempotency`: the key under which the answer is being worked out. */
  answering: IdempotentRequest | undefined;
  /** Of `response`: how the request was refused. */
  failure: Failure | undefined;
};

/** What the last step puts into Lambda's context for the endpoint. */
export type AnswerContext<Request, Effects> = Context & {
  readonly request: Request;
  readonly effects: Effects;
};

/** One step of a request; it may wait for nothing beyond the time of the request (`withinRequestTime`). */
export type Step<C extends Contract = Contract, Loaded = unknown, Caller = unknown> = middy.MiddlewareObj<
  ApiEvent,
  unknown,
  Error,
  Context,
  RequestState<C, Loaded, Caller>
>;
