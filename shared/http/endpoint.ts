import type { Context } from 'aws-lambda';
import type { InferOutput } from 'valibot';
import type { ItemReader, Table, TableReader } from '#shared/db/operations';
import type { Problem } from '#shared/errors/error-details';
import type { AccountCaller, ProvenCaller, SessionCaller } from '#shared/http/caller/account-caller';
import type { AccountKind } from '#shared/http/caller/caller-kinds';
import type { Claim } from '#shared/http/idempotency/claim-key';
import type { Commit } from '#shared/http/idempotency/commit';
import type { Effect, EffectValues } from '#shared/platform/effect';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { takesMultipart } from './body.ts';
import type { Contract, Schema } from './contract.ts';
import type { EndpointResponse } from './endpoint-response.ts';
import type { Kit } from './kit.ts';
import type { ParseMultipart, UploadedFile } from './multipart/uploaded-file.ts';
import type { ApiEvent, RequestMeta } from './request.ts';
import type { ApiResponse, RenderErrorPage } from './response.ts';

type Output<S> = S extends Schema ? InferOutput<S> : undefined;

/** The caller that a contract's handler receives. Embed endpoints identify theirs themselves. */
export type CallerOf<C extends Contract> = C['caller'] extends 'session' | 'admin'
  ? SessionCaller
  : C['caller'] extends 'account'
    ? AccountCaller
    : undefined;

/** The caller as the credential alone proves it, before the check whether it was revoked. */
export type ProvenCallerOf<C extends Contract> = C['caller'] extends AccountKind ? ProvenCaller : undefined;

/**
 * What the first wave may read. For an embed token, no list is read until the token is proven, and an item that was
 * read in parallel with the proof is handed over only after it.
 */
export type ReaderOf<C extends Contract> = C['caller'] extends 'embed' ? ItemReader : TableReader;

/** The files that a contract takes, by name. */
type FilesOf<C extends Contract> =
  C['files'] extends Readonly<Record<string, unknown>>
    ? Readonly<Partial<Record<keyof C['files'], readonly UploadedFile[]>>>
    : undefined;

/** A request whose parts have been parsed by its contract. */
export interface ParsedRequest<C extends Contract> {
  /** The files of a multipart body, by the names in its contract; none for a JSON body. */
  readonly files: FilesOf<C>;
  readonly path: Output<C['path']>;
  readonly query: Output<C['query']>;
  readonly body: Output<C['body']>;
  readonly meta: RequestMeta;
}

/** Whether a contract declares that its endpoint writes to the table. */
type Writes<C extends Contract> = C['touches']['writes'] extends readonly [unknown, ...unknown[]] ? true : false;

/** Writing together with the stored response of an idempotency key, if the request has one. */
interface Committing<C extends Contract> {
  readonly commit: Commit<EndpointResponse<C>>;
}

/** Claiming the idempotency key. */
type Claiming<C extends Contract> = C['idempotent'] extends 'claim' ? { readonly claim: Claim } : unknown;

/**
 * What an endpoint may do to the table, by what its contract declares. Without `writes`, it may only read. With
 * `idempotent`, it may read, and write only through `commit`. `repeatable` writes what a repeated request may write
 * again, on paths of such an endpoint that create and charge nothing. `claim` comes before the first call outside.
 */
type TableEffects<C extends Contract> =
  Writes<C> extends false
    ? { readonly table: TableReader }
    : C['idempotent'] extends 'commit' | 'claim'
      ? { readonly table: TableReader; readonly repeatable: Pick<Table, 'write' | 'transact'> } & Committing<C> &
          Claiming<C>
      : { readonly table: Table } & Committing<C>;

/** The effects that every handler may use, besides those of the capabilities that its contract declares. */
export type Effects<C extends Contract> = TableEffects<C> & {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Milliseconds left of the function's time, minus what reporting a time-out takes. */
  readonly timeLeftMs: () => number;
};

/** The capabilities that a contract declares. */
type UsesOf<C extends Pick<Contract, 'touches'>> = C['touches']['uses'] extends readonly (infer Name)[] ? Name : never;

/**
 * Holds for exactly the effects that a contract declares. Otherwise it names the capabilities that they must belong to.
 */
export type AsDeclared<C extends Pick<Contract, 'touches'>, Fx extends readonly Effect[]> = [
  UsesOf<C>,
  Fx[number]['capability'],
] extends [Fx[number]['capability'], UsesOf<C>]
  ? unknown
  : { readonly effects: readonly Effect<UsesOf<C> & Effect['capability']>[] & 'one effect of each' };

/**
 * The endpoint's own parts. `A` is the result of its `answer`, with literal types, so that a status or value that its
 * contract lacks does not compile.
 */
export interface Endpoint<
  C extends Contract,
  Loaded,
  Caller,
  A extends EndpointResponse<C> = EndpointResponse<C>,
  Fx extends readonly Effect[] = readonly [],
> {
  /**
   * One effect for each capability in the contract's `touches.uses`. All parts receive them by those names.
   */
  readonly effects?: Fx;
  /** Required by contracts that consume multipart: `parseMultipart`. */
  readonly multipart?: ParseMultipart;
  /** Required by contracts that produce html for people without a credential: `errorPage`. */
  readonly errorPage?: RenderErrorPage;
  /**
   * Finds what else is wrong with a refused body, beyond its schema, so that the refusal names every problem at once.
   * It is called only for bodies that the schema refuses, with whatever was sent. If nothing else is wrong, `answer`
   * refuses such a body itself.
   */
  readonly problems?: (body: unknown, nowMs: number) => readonly Problem[];
  /**
   * Required by `provider` contracts: proves the sender of the raw body before anything of it is parsed.
   *
   * @throws ApiError with `failedCredential` for an invalid signature.
   */
  readonly prove?: (meta: RequestMeta, effects: EffectValues<Fx>) => Promise<void>;
  /**
   * Required by `embed` contracts: proves the caller, in the first wave because only a read can prove one.
   *
   * @throws ApiError for a caller who is refused; with `failedCredential` when the credential is unknown.
   */
  readonly identify?: (
    request: ParsedRequest<C>,
    effects: EffectValues<Fx> & { readonly table: ItemReader },
  ) => Promise<Caller>;
  /** For `embed` contracts that honour an idempotency key: the widget to whose visitors the keys belong. */
  readonly idempotencyScope?: (request: ParsedRequest<C>) => string | undefined;
  /**
   * Reads what `answer` needs, as far as the request itself names it, in parallel with the rate limit, the session
   * check and the idempotency key.
   *
   * By then an account's credential is proven. For an `admin` contract so is the role, and `load` runs one trip later.
   * An embed token is not proven yet: what `load` requests is read at once, but handed over only after the proof.
   * Whichever widget the token names, it must request the same number of items.
   */
  readonly load?: (
    request: ParsedRequest<C> & { readonly caller: ProvenCallerOf<C> },
    effects: EffectValues<Fx> & { readonly table: ReaderOf<C> },
  ) => Promise<Loaded>;
  /** Returns the response, or throws an ApiError. */
  readonly answer: (
    request: ParsedRequest<C> & { readonly caller: Caller; readonly loaded: Loaded },
    effects: EffectValues<Fx> & Effects<C>,
  ) => Promise<A> | A;
}

/** The parts that endpoints need for each kind of caller that the kit cannot prove itself. */
const NEEDED: Partial<Record<Contract['caller'], readonly ('prove' | 'identify')[]>> = {
  embed: ['identify'],
  provider: ['prove'],
};

/**
 * Refuses an endpoint that would not prove its callers, could not read what it takes, or would refuse people without a
 * page.
 *
 * @throws TypeError naming the missing part.
 */
export const requireParts = (
  { caller, consumes, produces, name }: Contract,
  endpoint: Readonly<Partial<Record<'prove' | 'identify' | 'multipart' | 'errorPage', unknown>>>,
): void => {
  const needed = [
    ...(NEEDED[caller] ?? []),
    ...(takesMultipart(consumes) ? (['multipart'] as const) : []),
    ...(produces === 'html' && caller !== 'account' ? (['errorPage'] as const) : []),
  ];
  const missing = needed.find((part) => endpoint[part] === undefined);
  if (missing !== undefined) throw new TypeError(`The endpoint of ${name} must have ${missing}`);
};

/** A Lambda handler of the API. */
export type ApiHandler = (event: ApiEvent, context: Context) => Promise<ApiResponse>;

/** The handler of an endpoint, and the way to run it with other effects. */
export interface ServedEndpoint<Fx extends readonly Effect[]> extends ApiHandler {
  /**
   * The same endpoint with some effects, by the names of their capabilities, replaced, and with another kit if one is
   * given.
   */
  readonly with: (effects: Partial<EffectValues<Fx>>, kit?: Kit) => ServedEndpoint<Fx>;
}
