import { ApiError } from '#shared/errors/api-error';
import type { Contract } from '#shared/http/contract';
import type { Endpoint } from '#shared/http/endpoint';
import type { EndpointResponse } from '#shared/http/endpoint-response';
import type { Kit } from '#shared/http/kit';
import { provokedError, requestedError } from '#shared/http/sandbox-error';
import type { Effect, EffectValues } from '#shared/platform/effect';
import { withinRequestTime } from '#shared/platform/lifetime';
import { confirmedCaller } from './reads.ts';
import type { Step } from './request-state.ts';

/**
 * Answers a request for an error of the sandbox, after the request was validated and counted and its caller confirmed.
 * Nothing else is read, and nothing is written, charged or sent.
 */
export const sandboxError = <C extends Contract, Loaded, Caller, Fx extends readonly Effect[]>(
  contract: C,
  endpoint: Pick<Endpoint<C, Loaded, Caller, EndpointResponse<C>, Fx>, 'identify'>,
  effects: EffectValues<Fx>,
  kit: Kit,
): Step<C, Loaded, Caller> => ({
  before: async ({ internal }) => {
    const requested = requestedError(contract, internal.meta);
    if (requested === undefined) return;
    const { count } = internal;
    const [caller, counted] = await withinRequestTime(() =>
      Promise.all([confirmedCaller(endpoint, effects, kit.table(), internal), count.counted()]),
    );
    if (counted?.exceeded) throw new ApiError('RATE_LIMITED');
    const error = provokedError(contract, requested, caller);
    if (error.code === 'RATE_LIMITED') count.showExhausted();
    throw error;
  },
});
