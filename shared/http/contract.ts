import type { BaseIssue, BaseSchema } from 'valibot';
import type { ErrorCode } from '#shared/errors/errors';
import type { RateLimitSurface } from '#shared/http/limits/rate-limits';
import type { ItemFamily, ListFamily } from '#shared/key-families';
import type { CapabilityName } from '#shared/platform/capabilities';
import type { ErrorRow } from './error-rows.ts';
import type { FileRule } from './multipart/uploaded-file.ts';
import type { RepresentationName } from './representation.ts';

/** Any synchronous valibot schema. */
export type Schema = BaseSchema<unknown, unknown, BaseIssue<unknown>>;

/** HTTP methods the API uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call. `account`: a caller who acts for an account, by Bearer access token, `token` cookie or secret API key.
 * `session`: the same without API keys. `admin`: a session with the role `admin`. `embed`: an applicant's browser, by
 * embed token. `provider`: a service that calls us back, by a signature over the raw body. `public`: anybody.
 */
export type CallerKind = 'account' | 'session' | 'admin' | 'embed' | 'provider' | 'public';

/** What a function may touch; its role and its environment variables are granted together from this. */
export interface Touches {
  /**
   * What it reads of the table, including conditions of its transactions, beside what the endpoint kit reads for it.
   */
  readonly reads?: readonly (ItemFamily | ListFamily)[];
  /** What it writes to the table, beside what the endpoint kit writes for it. */
  readonly writes?: readonly ItemFamily[];
  /** Everything else that it is given: secrets, queues, settings. */
  readonly uses?: readonly CapabilityName[];
}

/** A value of a success body that another endpoint takes: a link of the OpenAPI document. */
export interface ContractLink {
  /** The other endpoint's contract name. */
  readonly to: string;
  /** Its path or query parameters, each with the dotted path of the body's field that fills it. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** That an endpoint is to end: what its responses and the API document say about it. */
export interface Deprecation {
  /** The day on which it was deprecated, in UTC: `2027-01-01`. */
  readonly sinceDate: string;
  /** The day from which it may be missing, in UTC, at least a year later. */
  readonly sunsetDate: string;
  /** The address of a page that says what replaces it. */
  readonly link: string;
}

/** One endpoint as data, from which routes, roles, documents and shared tests are derived. */
export interface Contract {
  /** The function's name: its handler file's name, in kebab case. */
  readonly name: string;
  /** The part of the API it belongs to: its folder's name, and the tag in the OpenAPI document. */
  readonly group: string;
  readonly method: Method;
  /** `true` for a GET of what browsers and monitors open: HEAD is answered as it is, without a body. */
  readonly answersHead?: true;
  /** With `{parameters}`, from the root, `/v1` included. */
  readonly route: string;
  readonly summary: string;
  /** More for the reader of the API document, in Markdown. */
  readonly description?: string;
  readonly caller: CallerKind;
  /** The row of the rate-limit table that counts its calls (interface: Limits). */
  readonly limit?: RateLimitSurface;
  /** Whether a call with this valid body counts towards the surface's limit; without it every call counts, refused ones too. */
  readonly limitApplies?: (body: unknown) => boolean;
  readonly path?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * What the body is sent as, instead of JSON. `form`: `application/x-www-form-urlencoded`, as a browser's form sends it;
   * `multipart`: `multipart/form-data`, whose texts are parsed by `body` and whose files stand in `files`; the endpoint
   * brings the parser of it. `form-or-multipart`, `json-or-multipart`: either.
   */
  readonly consumes?: 'form' | 'multipart' | 'form-or-multipart' | 'json-or-multipart';
  /** The files that a multipart body may hold, by name. */
  readonly files?: Readonly<Record<string, FileRule>>;
  /** Bytes that a body may have, where it is not what all have: 1 MB, and for multipart what a Lambda event can hold. */
  readonly maxBodyBytes?: number;
  /**
   * What success bodies are, as texts, instead of JSON. `html`: pages, and so are the refusals, except those of accounts;
   * the endpoint brings their page. `javascript`: a script.
   */
  readonly produces?: 'html' | 'javascript';
  /** Media types that callers may prefer to JSON in `Accept`: the endpoint brings each of them beside its body. */
  readonly representations?: readonly RepresentationName[];
  /** The body of each success status. */
  readonly success: Readonly<Record<number, Schema>>;
  /**
   * The refusals specific to this endpoint; those implied by its other settings are added by the documents. A refusal that
   * is not declared fails the suites, and is logged as `ERROR_UNDECLARED` where it is deployed.
   */
  readonly errors?: readonly ErrorCode[];
  /** The body of its errors of a status, where that is not the general body (interface: Errors). */
  readonly errorRows?: Readonly<Record<number, ErrorRow>>;
  /**
   * How `Idempotency-Key` is honoured: for every POST that creates or charges. `commit`: the response is stored in the
   * transaction that does the work. `claim`: for endpoints that call an outside service before they can commit; the key
   * is claimed first, so that two identical concurrent requests make one call (docs/decisions/0003).
   */
  readonly idempotent?: 'commit' | 'claim';
  /** Headers of its successes, beside those that all endpoints have. */
  readonly answerHeaders?: readonly AnswerHeader[];
  /**
   * The effect of a success on the three cookies of a session; `renewed`: sets them again, in exchange for the refresh
   * token among them.
   */
  readonly cookies?: 'set' | 'renewed' | 'cleared';
  /** Dotted paths of success fields that are masked in a replayed response. */
  readonly secretFields?: readonly string[];
  /** Seconds that its function may run, where that is more than other functions of the API; below 30, as the stage's. */
  readonly timeoutSeconds?: number;
  /** Seconds a public response may be cached; everything else is `no-store`. */
  readonly cacheSeconds?: number;
  /** The links of its success bodies. */
  readonly links?: readonly ContractLink[];
  readonly touches: Touches;
  /** `false`: a page of ours that a response leads people to; it is no part of the API document. */
  readonly documented?: false;
  /** Set once the endpoint is to end (docs/integrate/versioning.md). */
  readonly deprecated?: Deprecation;
}

/** The methods that reach an endpoint. */
export const methodsOf = ({ method, answersHead }: Contract): readonly (Method | 'HEAD')[] =>
  answersHead ? [method, 'HEAD'] : [method];

/** Headers that belong to the success of some endpoints, and are kept with it; `openapi-headers.ts` describes each. */
export const ANSWER_HEADERS = ['X-Tokens', 'X-Charge-Kobo', 'X-Verification-Reference'] as const;

/** One of them. */
export type AnswerHeader = (typeof ANSWER_HEADERS)[number];

/**
 * Declares an endpoint. Returns its argument, typed as exactly as it was written. What several contracts of a group share
 * stands in the group's `contract-parts.ts`.
 *
 * Declared free of side effects, so that a handler's bundle keeps its own contract and drops the rest of its group's: for
 * that, write a contract with calls of schemas and literals alone.
 */
// @__NO_SIDE_EFFECTS__
export function contract<const C extends Contract>(definition: C): C {
  return definition;
}
