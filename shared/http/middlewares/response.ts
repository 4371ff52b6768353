import { ApiError } from '#shared/errors/api-error';
import { statusOf } from '#shared/errors/errors';
import type { Contract } from '#shared/http/contract';
import { noteUndeclared } from '#shared/http/declared-errors';
import { type CheckedResponse, toApiError } from '#shared/http/endpoint-response';
import { Replay } from '#shared/http/idempotency/commit';
import type { Failure } from '#shared/http/outcome';
import { type ApiResponse, type RenderErrorPage, renderError, renderResponse } from '#shared/http/response';
import { recordRefusal } from '#shared/http/security-recorder';
import { noteSubject } from '#shared/platform/trace';
import type { RequestState, Step } from './request-state.ts';

/** The refusal to report when several apply: an exhausted rate limit first, then that the caller is not signed in. */
const firstRefusal = async ({ credential, count }: RequestState, thrown: unknown): Promise<Failure> => {
  const error = toApiError(thrown);
  // The request was counted and its caller confirmed.
  if (error.extras.provoked) return { error, cause: thrown };
  const isOurs = statusOf(error.code) >= 500;
  // A request counts whatever is wrong with it, unless the table that counts may be what failed it.
  const counted = await (isOurs ? count.known() : count.counted());
  if (counted?.exceeded) return { error: new ApiError('RATE_LIMITED'), cause: thrown };
  // A failure of ours is reported without details, and the caller's session may be in what it waited for.
  if (isOurs) return { error, cause: thrown };
  const cause = await credential.confirm().then(
    () => thrown,
    (refusal: unknown) => refusal,
  );
  return { error: toApiError(cause), cause };
};

/** Renders the endpoint's answer, a stored response, or the refusal of an error. */
export const response = (contract: Contract, errorPage: RenderErrorPage | undefined): Step => {
  const answer = async (internal: RequestState, checked: CheckedResponse): Promise<ApiResponse> => {
    await internal.credential.useNoted();
    const represented = await checked.representations?.preferred(internal.meta);
    const rendered = renderResponse(contract, internal.meta, checked, await internal.count.known(), represented);
    noteSubject(checked.body);
    return rendered;
  };

  const refuse = async (internal: RequestState, thrown: unknown): Promise<ApiResponse> => {
    const { meta, log, security, credential, count } = internal;
    const failure = await firstRefusal(internal, thrown);
    internal.failure = failure;
    noteUndeclared(contract, failure.error.code, log);
    const rendered = renderError(contract, meta, failure.error, await count.known(), errorPage);
    await Promise.all([recordRefusal(failure.error, security), credential.useNoted()]);
    return rendered;
  };

  return {
    after: async (request) => {
      request.response = await answer(request.internal, request.response as CheckedResponse);
    },
    onError: async (request) => {
      const { internal, error } = request;
      request.response = await (error instanceof Replay ? answer(internal, error.response) : refuse(internal, error));
    },
  };
};
