import type { Contract } from '#shared/http/contract';
import { checkResponse, type EndpointResponse } from '#shared/http/endpoint-response';
import { makeClaim } from '#shared/http/idempotency/claim-key';
import { makeCommit } from '#shared/http/idempotency/commit';
import type { Kit } from '#shared/http/kit';
import type { Step } from './request-state.ts';

/**
 * Passes the request and the effects to the endpoint, in Lambda's context, and parses its answer with the schema of its
 * contract.
 *
 * @param given the effects of its capabilities.
 */
export const effects = <C extends Contract, Loaded, Caller>(
  contract: C,
  given: object,
  kit: Kit,
): Step<C, Loaded, Caller> => ({
  before: ({ context, internal }) => {
    const { request, caller, loaded, log, timeLeftMs } = internal;
    const table = kit.table();
    const check = (result: EndpointResponse) => checkResponse(contract, result, log);
    const commit = makeCommit(table, check, internal, contract.secretFields ?? [], kit.clock);
    const claim = makeClaim(table, internal);
    Object.assign(context, {
      request: { ...request, caller, loaded },
      effects: { ...given, table, repeatable: table, commit, claim, log, metrics: kit.metrics, timeLeftMs },
    });
  },
  after: (request) => {
    request.response = checkResponse(contract, request.response as EndpointResponse, request.internal.log);
  },
});
