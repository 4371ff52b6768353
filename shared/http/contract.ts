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
 * embed token. `provider`: a service that calls us back, by a signature over the raw body. `public`: anyone.
 */
export type CallerKind = 'account' | 'session' | 'admin' | 'embed' | 'provider' | 'public';

/** What a function may touch. Its role and its environment variables are both derived from this. */
export interface Touches {
  /**
   * What it reads of the table, including conditions of its transactions, besides what the endpoint kit reads for it.
   */
  readonly reads?: readonly (ItemFamily | ListFamily)[];
  /** What it writes to the table, besides what the endpoint kit writes for it. */
  readonly writes?: readonly ItemFamily[];
  /** Everything else that it is given: secrets, queues, settings. */
  readonly uses?: readonly CapabilityName[];
}

/** A value of a success body that another endpoint takes as a parameter: a link of the OpenAPI document. */
export interface ContractLink {
  /** The other endpoint's contract name. */
  readonly to: string;
  /** Its path or query parameters, each with the dotted path of the body field that fills it. */
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
  /** `true` for a GET that browsers and monitors open: HEAD gets the same response without a body. */
  readonly answersHead?: true;
  /** With `{parameters}`, from the root, including `/v1`. */
  readonly route: string;
  readonly summary: string;
  /** More for readers of the API document, in Markdown. */
  readonly description?: string;
  readonly caller: CallerKind;
  /** The row of the rate-limit table that counts its calls (interface: Limits). */
  readonly limit?: RateLimitSurface;
  /**
   * Whether a call with this valid body counts towards the surface's limit. When undefined every call counts, refused
   * ones too.
   */
  readonly limitApplies?: (body: unknown) => boolean;
  readonly path?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * How the body is sent, if not as JSON. `form`: `application/x-www-form-urlencoded`, as a browser's form sends it.
   * `multipart`: `multipart/form-data`, whose texts are parsed by `body` and whose files are described by `files`; the
   * endpoint supplies the parser. `form-or-multipart`, `json-or-multipart`: either.
   */
  readonly consumes?: 'form' | 'multipart' | 'form-or-multipart' | 'json-or-multipart';
  /** The files that a multipart body may hold, by name. */
  readonly files?: Readonly<Record<string, FileRule>>;
  /** Maximum bytes of a body, if not the default: 1 MB, and for multipart what a Lambda event can hold. */
  readonly maxBodyBytes?: number;
  /**
   * What success bodies are, as texts, if not JSON. `html`: pages. Refusals are pages too, except those of accounts;
   * the endpoint supplies their page. `javascript`: a script.
   */
  readonly produces?: 'html' | 'javascript';
  /** Media types that callers may prefer to JSON in `Accept`. The endpoint supplies each of them beside its body. */
  readonly representations?: readonly RepresentationName[];
  /** The body of each success status. */
  readonly success: Readonly<Record<number, Schema>>;
  /**
   * The refusals specific to this endpoint. The documents add those implied by its other settings. A refusal that is
   * not declared fails the suites, and is logged as `ERROR_UNDECLARED` in a deployment.
   */
  readonly errors?: readonly ErrorCode[];
  /** The body of its errors of a status, if not the general body (interface: Errors). */
  readonly errorRows?: Readonly<Record<number, ErrorRow>>;
  /**
   * How `Idempotency-Key` is honoured, for every POST that creates or charges. `commit`: the response is stored in the
   * transaction that does the work. `claim`: for endpoints that call an outside service before they can commit. They
   * claim the key first, so that two identical concurrent requests make one call (docs/decisions/0003).
   */
  readonly idempotent?: 'commit' | 'claim';
  /** Headers of its successes, besides those of all endpoints. */
  readonly answerHeaders?: readonly AnswerHeader[];
  /**
   * The effect of a success on the three cookies of a session. `renewed` sets them again, in exchange for the refresh
   * token among them.
   */
  readonly cookies?: 'set' | 'renewed' | 'cleared';
  /** Dotted paths of success fields that are masked in a replayed response. */
  readonly secretFields?: readonly string[];
  /**
   * Maximum run time of its function in seconds, if longer than that of other API functions. Below 30, the stage's
   * maximum.
   */
  readonly timeoutSeconds?: number;
  /** Seconds a public response may be cached; everything else is `no-store`. */
  readonly cacheSeconds?: number;
  /** The links of its success bodies. */
  readonly links?: readonly ContractLink[];
  readonly touches: Touches;
  /** `false` for a page of ours that a response leads people to. It is left out of the API document. */
  readonly documented?: false;
  /** Set once the endpoint is to end (docs/integrate/versioning.md). */
  readonly deprecated?: Deprecation;
}

/** The methods that reach an endpoint. */
export const methodsOf = ({ method, answersHead }: Contract): readonly (Method | 'HEAD')[] =>
  answersHead ? [method, 'HEAD'] : [method];

/**
 * Headers that belong to the success of some endpoints, and are stored with it. `openapi-headers.ts` describes each.
 */
export const ANSWER_HEADERS = ['X-Tokens', 'X-Charge-Kobo', 'X-Verification-Reference'] as const;

/** One of these headers. */
export type AnswerHeader = (typeof ANSWER_HEADERS)[number];

/**
 * Declares an endpoint. Returns its argument with its literal types. What several contracts of a group share is in the
 * group's `contract-parts.ts`.
 *
 * It is declared free of side effects, so that a handler's bundle keeps its own contract and drops the others of its
 * group. That only works if a contract consists of schema calls and literals.
 */
// @__NO_SIDE_EFFECTS__
export function contract<const C extends Contract>(definition: C): C {
  return definition;
}
