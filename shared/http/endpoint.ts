import type { Context } from 'aws-lambda';
import type { InferOutput } from 'valibot';
import type { ItemReader, Table, TableReader } from '#shared/db/operations';
import type { Problem } from '#shared/errors/error-details';
import type { AccountCaller, ProvenCaller, SessionCaller } from '#shared/http/caller/account-caller';
import type { AccountKind } from '#shared/http/caller/caller-kinds';
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

/** The caller that a contract's handler gets. Embed endpoints identify theirs themselves. */
export type CallerOf<C extends Contract> = C['caller'] extends 'session' | 'admin'
  ? SessionCaller
  : C['caller'] extends 'account'
    ? AccountCaller
    : undefined;

/** The caller known from the credential alone, before the check whether it was revoked. */
export type ProvenCallerOf<C extends Contract> = C['caller'] extends AccountKind ? ProvenCaller : undefined;

/**
 * What the first wave may read. Until an embed token is proven no list is read for it, and an item that was read in
 * parallel with the proof is handed over only once that holds.
 */
export type ReaderOf<C extends Contract> = C['caller'] extends 'embed' ? ItemReader : TableReader;

/** The files that a contract takes, by name. */
type FilesOf<C extends Contract> =
  C['files'] extends Readonly<Record<string, unknown>>
    ? Readonly<Partial<Record<keyof C['files'], readonly UploadedFile[]>>>
    : undefined;

/** A request whose parts have been parsed by its contract. */
export interface ParsedRequest<C extends Contract> {
  /** The files of a multipart body, by the names that its contract gives them; none of a body that is JSON. */
  readonly files: FilesOf<C>;
  readonly path: Output<C['path']>;
  readonly query: Output<C['query']>;
  readonly body: Output<C['body']>;
  readonly meta: RequestMeta;
}

/** Whether a contract declares that its endpoint writes to the table. */
type Writes<C extends Contract> = C['touches']['writes'] extends readonly [unknown, ...unknown[]] ? true : false;

/** Writes together with the stored response of an idempotency key, where the request has one. */
interface Committing<C extends Contract> {
  readonly commit: Commit<EndpointResponse<C>>;
}

/**
 * What an endpoint may do to the table, by what its contract declares. Without `writes`: read. With `idempotent`: read,
 * and write through `commit` alone; `repeatable` writes what a repeated request may write again, for the paths of such an
 * endpoint that create and charge nothing.
 */
type TableEffects<C extends Contract> =
  Writes<C> extends false
    ? { readonly table: TableReader }
    : C['idempotent'] extends 'commit' | 'claim'
      ? { readonly table: TableReader; readonly repeatable: Pick<Table, 'write' | 'transact'> } & Committing<C>
      : { readonly table: Table } & Committing<C>;

/** The effects that every handler may use, beside those of the capabilities that its contract declares. */
export type Effects<C extends Contract> = TableEffects<C> & {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Milliseconds that are left of the function's time, what reporting its end takes already deducted. */
  readonly timeLeftMs: () => number;
};

/** The capabilities that a contract declares. */
type UsesOf<C extends Pick<Contract, 'touches'>> = C['touches']['uses'] extends readonly (infer Name)[] ? Name : never;

/** Holds for exactly the effects that a contract declares; else it names the capabilities that they must belong to. */
export type AsDeclared<C extends Pick<Contract, 'touches'>, Fx extends readonly Effect[]> = [
  UsesOf<C>,
  Fx[number]['capability'],
] extends [Fx[number]['capability'], UsesOf<C>]
  ? unknown
  : { readonly effects: readonly Effect<UsesOf<C> & Effect['capability']>[] & 'one effect of each' };

/**
 * The endpoint's own parts. `A` is the result of its `answer`, with literal types: a status or a value that its
 * contract does not have does not compile.
 */
export interface Endpoint<
  C extends Contract,
  Loaded,
  Caller,
  A extends EndpointResponse<C> = EndpointResponse<C>,
  Fx extends readonly Effect[] = readonly [],
> {
  /** One effect of each capability that the contract declares in `touches.uses`: all parts receive them by those names. */
  readonly effects?: Fx;
  /** For contracts that consume multipart, which must have it: `parseMultipart`. */
  readonly multipart?: ParseMultipart;
  /** For contracts that produce html for people without a credential, which must have it: `errorPage`. */
  readonly errorPage?: RenderErrorPage;
  /**
   * What else is wrong with a body that is refused, beyond its schema: a refusal names every problem at once. It is called
   * for those alone, with whatever was sent; where nothing else is wrong, `answer` refuses it.
   */
  readonly problems?: (body: unknown, nowMs: number) => readonly Problem[];
  /**
   * For `provider` contracts, which must have it: proves the sender of the raw body, before anything of it is parsed.
   *
   * @throws ApiError with `failedCredential` for an invalid signature.
   */
  readonly prove?: (meta: RequestMeta, effects: EffectValues<Fx>) => Promise<void>;
  /**
   * For `embed` contracts, which must have it: proves the caller, in the first wave, because only a read can.
   *
   * @throws ApiError for a caller who is refused; with `failedCredential` when the credential is unknown.
   */
  readonly identify?: (
    request: ParsedRequest<C>,
    effects: EffectValues<Fx> & { readonly table: ItemReader },
  ) => Promise<Caller>;
  /** For `embed` contracts that honour an idempotency key: the widget whose visitors' keys they are. */
  readonly idempotencyScope?: (request: ParsedRequest<C>) => string | undefined;
  /**
   * Reads what `answer` needs, as far as the request itself names it. It runs in parallel with the rate limit, the
   * session check and the idempotency key.
   *
   * An account's credential is proven by then, and for an `admin` contract the role as well: there it runs one trip
   * later. An embed token is not proven: what `load` requests is read at once, but not handed over before the token is
   * proven. It must be the same number of items whichever widget the token names.
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
 * Refuses to serve an endpoint that would prove nothing of its callers, could not read what it takes, or would refuse
 * people without a page.
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

/** The handler of an endpoint, and the way to run it over other effects. */
export interface ServedEndpoint<Fx extends readonly Effect[]> extends ApiHandler {
  /** The same endpoint with some effects replaced, by the names of their capabilities, and over another kit if one is given. */
  readonly with: (effects: Partial<EffectValues<Fx>>, kit?: Kit) => ServedEndpoint<Fx>;
}
