import type { Context } from 'aws-lambda';
import type { InferOutput } from 'valibot';
import type { ItemReader, Table, TableReader } from '#shared/db/operations';
import type { AccountCaller, ProvenCaller } from '#shared/http/caller/account-caller';
import type { Commit } from '#shared/http/idempotency/commit';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { Answer } from './answer.ts';
import type { Contract, Schema } from './contract.ts';
import type { ApiEvent, RequestMeta } from './request.ts';
import type { ApiResponse } from './response.ts';

type Output<S> = S extends Schema ? InferOutput<S> : undefined;

/** Who a contract's handler is told is calling. Embed endpoints bring their own way to know. */
export type CallerOf<C extends Contract> = C['caller'] extends 'account' | 'admin' ? AccountCaller : undefined;

/** Who is calling by the credential alone, before anybody looked whether it was taken back. */
export type ProvenCallerOf<C extends Contract> = C['caller'] extends 'account' | 'admin' ? ProvenCaller : undefined;

/**
 * What the wave of reads may ask of the table. Until an embed token is proven no list is read for it, and an item that
 * was read beside the proof is handed over only once that holds.
 */
export type ReaderOf<C extends Contract> = C['caller'] extends 'embed' ? ItemReader : TableReader;

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
   * For `provider` contracts, which must have it: proves who sent the raw body, before anything of it is parsed.
   *
   * @throws ApiError with `failedCredential` for a signature that does not hold.
   */
  readonly prove?: (meta: RequestMeta) => Promise<void>;
  /** For `embed` contracts, which must have it: the credential that the parsed request carries. */
  readonly credentialOf?: (request: ParsedRequest<C>) => string;
  /**
   * For `embed` contracts, which must have it: makes certain of the caller, in the wave of reads, because only a read can.
   *
   * @throws ApiError for whoever may not call; with `failedCredential` when the credential is nobody's.
   */
  readonly identify?: (request: ParsedRequest<C>, table: ItemReader) => Promise<Caller>;
  /** For `embed` contracts that honour an idempotency key: the widget whose visitors' keys they are. */
  readonly idempotencyScope?: (request: ParsedRequest<C>) => string | undefined;
  /**
   * Reads what the answer needs and the request's own words can name. It runs beside the rate limit, the question
   * whether the session lives, and the idempotency key.
   *
   * An account's credential is proven by then, and for an `admin` contract the role as well: there it runs one trip
   * later. An embed token is not proven: what `load` asks for is read at once, but nothing
   * comes of it before the token is proven. It must be the same number of items whoever's widget the token names.
   */
  readonly load?: (
    request: ParsedRequest<C> & { readonly caller: ProvenCallerOf<C> },
    effects: { readonly table: ReaderOf<C> },
  ) => Promise<Loaded>;
  /** Answers, or throws an ApiError. */
  readonly answer: (
    request: ParsedRequest<C> & { readonly caller: Caller; readonly loaded: Loaded },
    effects: Effects<C>,
  ) => Promise<A> | A;
}

/** What each kind of caller needs its endpoints to have, because the kit cannot prove such a caller itself. */
const NEEDED: Partial<Record<Contract['caller'], readonly ('prove' | 'identify' | 'credentialOf')[]>> = {
  embed: ['identify', 'credentialOf'],
  provider: ['prove'],
};

/**
 * Refuses to serve an endpoint that would prove nothing of its callers.
 *
 * @throws TypeError naming the part that is missing.
 */
export const requireProof = (
  { caller, name }: Contract,
  endpoint: { readonly prove?: unknown; readonly identify?: unknown; readonly credentialOf?: unknown },
): void => {
  const missing = NEEDED[caller]?.find((part) => endpoint[part] === undefined);
  if (missing !== undefined) throw new TypeError(`The endpoint of ${name} must have ${missing}`);
};

/** A Lambda handler of the API. */
export type ApiHandler = (event: ApiEvent, context: Context) => Promise<ApiResponse>;
