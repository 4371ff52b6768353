import type { InferOutput } from 'valibot';
import { safeParse } from 'valibot';
import { BoundExceeded } from '#shared/db/bound';
import { isOutage } from '#shared/db/outage';
import { ApiError } from '#shared/errors/api-error';
import type { Logger } from '#shared/platform/logger';
import type { Contract, Schema } from './contract.ts';
import type { Offered, RepresentationName } from './representation.ts';

type DeepReadonly<T> = T extends readonly (infer Element)[]
  ? readonly DeepReadonly<Element>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/** The body of a success status as an endpoint returns it. */
type BodyOf<C extends Contract, Status extends keyof C['success']> = C['success'][Status] extends Schema
  ? DeepReadonly<InferOutput<C['success'][Status]>>
  : never;

/** A success response with its status, and what is sent beside the body. */
type FullAnswer<C extends Contract> = {
  [Status in keyof C['success']]: {
    readonly status: Status;
    readonly body: BodyOf<C, Status>;
    /** `Set-Cookie` values. */
    readonly cookies?: readonly string[];
    readonly headers?: Readonly<Record<string, string>>;
    /** Whether the body is base64 of bytes that are sent unchanged; `headers` names their encoding. */
    readonly isBase64?: true;
    /** The same content in the other media types of the contract, for callers that prefer one of them. */
    readonly representations?: C['representations'] extends readonly (infer Name extends RepresentationName)[]
      ? Offered<Name>
      : never;
  };
}[keyof C['success']];

type IsOne<T, Each = T> = [T] extends [never] ? false : T extends unknown ? ([Each] extends [T] ? true : false) : never;

/**
 * A success response of a contract: one of its statuses with the body of that status, or the body alone if the contract
 * has a single status.
 */
export type EndpointResponse<C extends Contract = Contract> =
  | FullAnswer<C>
  | (IsOne<keyof C['success']> extends true ? BodyOf<C, keyof C['success']> : never);

const isFull = (response: unknown): response is FullAnswer<Contract> =>
  typeof response === 'object' && response !== null && 'status' in response && 'body' in response;

/** Adds the status to a response: a body alone has the single status of its contract. */
const fullAnswer = ({ success }: Contract, response: unknown): FullAnswer<Contract> =>
  isFull(response) ? response : { status: Number(Object.keys(success)[0]), body: response };

/** A response whose body passed its schema, so that it holds nothing private. */
export interface CheckedResponse {
  readonly status: number;
  readonly body: unknown;
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly isBase64?: true;
  readonly representations?: Pick<Offered, 'preferred'>;
}

/**
 * Parses a response body with its contract's schema, so that undeclared fields never leave the service.
 *
 * @throws ApiError INTERNAL_ERROR when the body does not match: the error is ours, and the paths are logged.
 */
export const checkResponse = (contract: Contract, given: EndpointResponse, log: Logger): CheckedResponse => {
  const response = fullAnswer(contract, given);
  const schema = contract.success[Number(response.status)];
  const result = schema && safeParse(schema, response.body);
  if (!result?.success) {
    const paths = result?.issues.map((issue) => issue.path?.map(({ key }) => String(key)).join('.') ?? '') ?? [
      'status',
    ];
    log.error('RESPONSE_CONTRACT_BROKEN', { paths });
    throw new ApiError('INTERNAL_ERROR');
  }
  return {
    status: Number(response.status),
    body: result.output,
    cookies: response.cookies ?? [],
    headers: response.headers ?? {},
    ...(response.isBase64 && { isBase64: response.isBase64 }),
    ...(response.representations !== undefined && { representations: response.representations }),
  };
};

/**
 * Maps an error to its refusal. An ApiError stays itself. An outage behind us becomes a 503 that invites a retry. A
 * list longer than the endpoint was made for becomes a 422. Anything else becomes a 500 without details. No other code
 * maps errors.
 */
export const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  if (error instanceof BoundExceeded) return new ApiError('RESULT_TOO_LARGE');
  return new ApiError(isOutage(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR');
};
