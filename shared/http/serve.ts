import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { requestedEnvironment } from '#shared/http/caller/reached-environments';
import { underClaim } from '#shared/http/idempotency/claim-key';
import { type Commit, makeCommit, Replay } from '#shared/http/idempotency/commit';
import { findReplay, type IdempotentRequest, isKeyed } from '#shared/http/idempotency/idempotency';
import { unknownParameters } from '#shared/http/schemas/unknown-parameters';
import { parseRequest } from '#shared/http/schemas/validation';
import { type Effect, type EffectValues, effectValues } from '#shared/platform/effect';
import { inLifetime } from '#shared/platform/lifetime';
import { noteSubject, traced } from '#shared/platform/trace';
import { limitBody, readBody } from './body.ts';
import type { Contract } from './contract.ts';
import { noteUndeclared } from './declared-errors.ts';
import {
  type ApiHandler,
  type AsDeclared,
  type CallerOf,
  type Effects,
  type Endpoint,
  type ParsedRequest,
  requireParts,
  type ServedEndpoint,
} from './endpoint.ts';
import { type CheckedResponse, checkResponse, type EndpointResponse, toApiError } from './endpoint-response.ts';
import { ApiError, statusOf } from './errors.ts';
import { firstWave } from './first-wave.ts';
import { makeGate, type RequestContext } from './gate.ts';
import { type Kit, serviceKit } from './kit.ts';
import { type Failure, recordOutcome } from './outcome.ts';
import { type ApiEvent, requestMeta } from './request.ts';
import { type ApiResponse, renderError, renderResponse } from './response.ts';
import { recordRefusal } from './security-recorder.ts';

/**
 * Milliseconds reserved of a function's time to report that it ran out: the caller gets our 503 and the log its line.
 */
const TIMEOUT_MARGIN_MS = 250;

/** The handler of an endpoint over its effects. */
const makeHandler = <C extends Contract, Loaded, Caller, A extends EndpointResponse<C>, Fx extends readonly Effect[]>(
  contract: C,
  endpoint: Endpoint<C, Loaded, Caller, A, Fx>,
  capabilities: EffectValues<Fx>,
  kit: Kit,
): ApiHandler => {
  const gate = makeGate(contract, kit);

  // Keyed by the event, the one object that middy passes to every step of a request, the handler included.
  const contexts = new WeakMap<ApiEvent, RequestContext>();
  const contextOf = (event: ApiEvent): RequestContext => {
    const context = contexts.get(event);
    if (!context) throw new Error('The request was not opened');
    return context;
  };

  const open = (event: ApiEvent, lambda: Context): void => {
    const meta = requestMeta(event, kit.clock());
    const log = kit.log.with({ requestId: meta.requestId, route: `${contract.method} ${contract.route}` });
    // A moment after the request itself is given up, so that none passes because its time is over.
    const timeLeftMs = () => lambda.getRemainingTimeInMillis() - TIMEOUT_MARGIN_MS / 2;
    const context = gate.open({ meta, log, timeLeftMs });
    contexts.set(event, context);
    noteSubject(event.pathParameters);
    if (!contract.limitApplies) gate.limitRate(context);
    limitBody(contract, meta.rawBody);
  };

  const authenticate = async (event: ApiEvent): Promise<void> => {
    const context = contextOf(event);
    const { prove } = endpoint;
    await (prove ? gate.watch(context, prove(context.meta, capabilities)) : gate.prove(context));
  };

  const parse = async (event: ApiEvent, context: RequestContext): Promise<ParsedRequest<C>> => {
    const { meta } = context;
    const contentType = meta.headers['content-type'] ?? '';
    const {
      value: body,
      files,
      problems,
      fingerprint,
    } = await readBody(contract, contentType, meta.rawBody, endpoint.multipart, isKeyed(contract, meta));
    const query = event.queryStringParameters ?? {};
    const proven = await gate.prove(context);
    const requested = requestedEnvironment(contract, proven?.caller, { query, body });
    context.environment = requested.environment;
    const parts = { path: event.pathParameters ?? {}, query, body };
    const conventional = [...unknownParameters(contract, query), ...requested.problems];
    const further = (sent: unknown) => endpoint.problems?.(sent, meta.nowMs) ?? [];
    const parsed = parseRequest(contract, parts, problems, conventional, further);
    if ('refusal' in parsed) throw parsed.refusal;
    const sent = { ...meta, ...(fingerprint !== undefined && { bodyFingerprint: fingerprint }) };
    return { ...parsed.parts, files, meta: sent } as ParsedRequest<C>;
  };

  const proceed = async (event: ApiEvent): Promise<CheckedResponse> => {
    const context = contextOf(event);
    const request = await parse(event, context);
    if (contract.limitApplies?.(request.body)) gate.limitRate(context);
    const { caller, loaded, idempotent } = await firstWave(
      contract,
      endpoint,
      capabilities,
      { gate, kit },
      context,
      request,
    );

    noteSubject(caller);
    noteSubject(request.query);
    noteSubject(loaded);
    const { log, timeLeftMs } = context;
    const table = kit.table();
    const check = (result: EndpointResponse): CheckedResponse => checkResponse(contract, result, log);
    const result = async (keyed: IdempotentRequest | undefined): Promise<CheckedResponse> => {
      const commit = makeCommit(table, check, keyed, contract.secretFields ?? [], kit.clock) as Commit<
        EndpointResponse<C>
      >;
      const effects = { ...capabilities, table, repeatable: table, commit, log, metrics: kit.metrics, timeLeftMs };
      try {
        return check(
          (await endpoint.answer(
            { ...request, caller, loaded },
            effects as unknown as EffectValues<Fx> & Effects<C>,
          )) as EndpointResponse,
        );
      } catch (refusal) {
        // This request may be refused by what the first one with its key has done since the key was looked up.
        const replay = keyed && refusal instanceof ApiError ? await findReplay(table, keyed) : undefined;
        throw replay ? new Replay(replay) : refusal;
      }
    };
    return idempotent && contract.idempotent === 'claim'
      ? underClaim(table, idempotent, log, result)
      : result(idempotent);
  };

  const respond = async (event: ApiEvent, result: CheckedResponse): Promise<ApiResponse> => {
    const context = contextOf(event);
    await context.useNoted;
    const response = renderResponse(contract, context.meta, result, await context.count);
    noteSubject(result.body);
    recordOutcome(kit, contract.name, context, response);
    return response;
  };

  /** The refusal to report when several apply. */
  const firstRefusal = async (context: RequestContext, thrown: unknown): Promise<Failure> => {
    const error = toApiError(thrown);
    const isOurs = statusOf(error.code) >= 500;
    // Whatever is wrong with it, a request is counted; but not by a table that may be what failed it.
    const count = await (isOurs ? context.count : gate.counted(context));
    if (count?.exceeded) return { error: new ApiError('RATE_LIMITED'), cause: thrown };
    // A failure of ours is reported without details, and what it waited for may be what the caller's session is read
    // from.
    if (isOurs) return { error, cause: thrown };
    const cause = await gate.confirm(context).then(
      () => thrown,
      (refusal: unknown) => refusal,
    );
    return { error: toApiError(cause), cause };
  };

  const refuse = async (event: ApiEvent, thrown: unknown): Promise<ApiResponse> => {
    const context = contextOf(event);
    const failure = await firstRefusal(context, thrown);
    noteUndeclared(contract, failure.error.code, context.log);
    const response = renderError(contract, context.meta, failure.error, await context.count, endpoint.errorPage);
    await Promise.all([recordRefusal(failure.error, context.security), context.useNoted]);
    recordOutcome(kit, contract.name, context, response, failure);
    return response;
  };

  const answer = middy<ApiEvent, CheckedResponse | ApiResponse>({ timeoutEarlyInMillis: TIMEOUT_MARGIN_MS })
    .before(({ event, context }) => open(event, context))
    .before(({ event }) => authenticate(event))
    .after(async (request) => {
      request.response = await respond(request.event, request.response as CheckedResponse);
    })
    .onError(async (request) => {
      const { event, error } = request;
      request.response = await (error instanceof Replay ? respond(event, error.response) : refuse(event, error));
    })
    .handler(proceed) as unknown as ApiHandler;
  return (event, lambda) =>
    inLifetime(
      () => lambda.getRemainingTimeInMillis() - TIMEOUT_MARGIN_MS,
      () => traced({ requestId: event.requestContext.requestId }, () => answer(event, lambda)),
    );
};

/**
 * Turns a contract and its endpoint into a Lambda handler. In this order, each step only when the previous one let the
 * request pass (docs/decisions/0011):
 *
 * 1. request id, size; a window that is known to be exhausted refuses at once;
 * 2. credential: the signature of a token or of the raw body, by keys that the container keeps. Nothing is parsed and
 *    nothing read for the account that it names;
 * 3. path, query and body parsed, every problem in one 400;
 * 4. one wave of reads: `load`, and in parallel rate limit, session check, idempotency key; an embed token is looked up
 *    here, because only a read can prove it;
 * 5. `answer`, which writes through `commit`; before it, where the contract declares it, the claim of the idempotency
 *    key;
 * 6. the response through its schema; one error mapper; headers, cookies and one log line for every outcome.
 *
 * Of several refusals, an exhausted rate limit is reported first, then that the account is not signed in: a caller
 * without access learns nothing else.
 *
 * @throws TypeError for an endpoint that would prove nothing of its callers, or could not read what it takes.
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
  const over = (effects: EffectValues<Fx>, usedKit: Kit): ServedEndpoint<Fx> =>
    Object.assign(makeHandler(contract, endpoint, effects, usedKit), {
      with: (replaced: Partial<EffectValues<Fx>>, otherKit = usedKit) => over({ ...effects, ...replaced }, otherKit),
    });
  return over(effectValues(endpoint.effects ?? ([] as unknown as Fx)), kit);
};
