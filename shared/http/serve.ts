import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { type Effect, type EffectValues, effectValues } from '#shared/platform/effect';
import { inLifetime, withinRequestTime } from '#shared/platform/lifetime';
import { traced } from '#shared/platform/trace';
import type { Contract } from './contract.ts';
import { type AsDeclared, type CallerOf, type Endpoint, requireParts, type ServedEndpoint } from './endpoint.ts';
import type { EndpointResponse } from './endpoint-response.ts';
import { type Kit, serviceKit } from './kit.ts';
import { ANSWER_MARGIN_MS, arrival } from './middlewares/arrival.ts';
import { body } from './middlewares/body.ts';
import { credential } from './middlewares/credential.ts';
import { effects } from './middlewares/effects.ts';
import { idempotency } from './middlewares/idempotency.ts';
import { rateLimit } from './middlewares/rate-limit.ts';
import { reads } from './middlewares/reads.ts';
import type { AnswerContext, RequestState } from './middlewares/request-state.ts';
import { response } from './middlewares/response.ts';
import { sandboxError } from './middlewares/sandbox-error.ts';
import { size } from './middlewares/size.ts';
import { validation } from './middlewares/validation.ts';
import type { ApiEvent } from './request.ts';
import type { ApiResponse } from './response.ts';

/** The handler of an endpoint over its effects: the steps of a request, in order. */
const handlerOf = <C extends Contract, Loaded, Caller, A extends EndpointResponse<C>, Fx extends readonly Effect[]>(
  contract: C,
  endpoint: Endpoint<C, Loaded, Caller, A, Fx>,
  given: EffectValues<Fx>,
  kit: Kit,
) => {
  const { prove, multipart, problems, errorPage, answer } = endpoint;
  type State = RequestState<C, Loaded, Caller>;
  type Given = AnswerContext<Parameters<typeof answer>[0], Parameters<typeof answer>[1]>;

  const steps = middy<ApiEvent, A | ApiResponse, Error, Given, State>()
    .use(arrival(contract, kit))
    .use(response(contract, errorPage))
    .use(rateLimit(contract))
    .use(size(contract))
    .use(credential(prove && ((meta) => prove(meta, given))))
    .use(body(contract, multipart))
    .use(validation(contract, problems))
    .use(sandboxError(contract, endpoint, given, kit))
    .use(reads(contract, endpoint, given, kit))
    .use(idempotency(kit))
    .use(effects(contract, given, kit))
    .handler((_event, { request, effects: granted }) => withinRequestTime(async () => answer(request, granted)));

  // `effects` completes the context, and `response` renders whatever was answered. middy's types cover neither.
  const run = steps as unknown as (event: ApiEvent, lambda: Context) => Promise<ApiResponse>;
  return (event: ApiEvent, lambda: Context): Promise<ApiResponse> =>
    inLifetime(
      () => lambda.getRemainingTimeInMillis() - ANSWER_MARGIN_MS,
      () => traced({ requestId: event.requestContext.requestId }, () => run(event, lambda)),
    );
};

/**
 * Turns a contract and its endpoint into a Lambda handler: a chain of middlewares, each of which is entered only when
 * the previous one let the request pass (docs/decisions/0011, 0071):
 *
 * 1. `arrival`: request id and log; `response` and `arrival` also close the chain, however the request ended;
 * 2. `rateLimit`, `size`: requests in a window that is known to be exhausted, and bodies that are too large, are
 *   refused at once;
 * 3. `credential`: the signature of a token or of the raw body, by keys that the container keeps. Nothing is parsed
 *   yet, and nothing is read for the account that it names;
 * 4. `body`, `validation`: path, query and body parsed, every problem in one 400; `sandboxError` ends a request for an
 *   error of the sandbox (docs/decisions/0090);
 * 5. `reads`: one wave of what the endpoint loads, and in parallel rate limit, session check, idempotency key; an embed
 *   token is looked up here, because only a read can prove it;
 * 6. `idempotency`: releases the key of a request that fails after it has claimed it;
 * 7. `effects`: what `answer` may do; it claims its key with `claim` and writes through `commit`. Its answer is parsed
 *   with the contract's schema.
 *
 * Of several refusals, an exhausted rate limit is reported first, then that the account is not signed in: a caller
 * without access learns nothing else.
 *
 * @throws TypeError for an endpoint that would not prove its callers, or could not read what it takes.
 */
export const serve = <
  C extends Contract,
  Loaded = undefined,
  Caller = CallerOf<C>,
  const A extends EndpointResponse<C> = EndpointResponse<C>,
  const Fx extends readonly Effect[] = readonly [],
>(
  contract: C,
  endpoint: Endpoint<C, Loaded, Caller, A, Fx> & AsDeclared<C, Fx>,
  kit: Kit = serviceKit,
): ServedEndpoint<Fx> => {
  requireParts(contract, endpoint);
  const over = (given: EffectValues<Fx>, usedKit: Kit): ServedEndpoint<Fx> =>
    Object.assign(handlerOf(contract, endpoint, given, usedKit), {
      with: (replaced: Partial<EffectValues<Fx>>, otherKit = usedKit) => over({ ...given, ...replaced }, otherKit),
    });
  return over(effectValues(endpoint.effects ?? ([] as unknown as Fx)), kit);
};
