import type { ItemReader } from '#shared/db/operations';
import { within } from '#shared/http/caller/reached-environments';
import { Replay } from '#shared/http/idempotency/commit';
import {
  accountScope,
  findReplay,
  type IdempotentRequest,
  idempotentRequest,
  visitorScope,
} from '#shared/http/idempotency/idempotency';
import type { Effect, EffectValues } from '#shared/platform/effect';
import type { Contract } from './contract.ts';
import type { Endpoint, ParsedRequest, ProvenCallerOf, ReaderOf } from './endpoint.ts';
import type { EndpointResponse } from './endpoint-response.ts';
import { ApiError } from './errors.ts';
import type { Gate, RequestContext } from './gate.ts';
import type { Kit } from './kit.ts';

/** The result of the first wave. */
export interface FirstWave<Loaded, Caller> {
  readonly caller: Caller;
  readonly loaded: Loaded;
  /** Set when the request carries an idempotency key that its contract honours. */
  readonly idempotent: IdempotentRequest | undefined;
}

const settled = <T>(result: PromiseSettledResult<T>): T => {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
};

/**
 * Reads items at once, so that they share the trip of the proof, and hands them over only once that holds: nothing of
 * another account is processed for an unproven token.
 */
const itemsOnceProven = (table: ItemReader, proof: Promise<unknown>): ItemReader => ({
  get: async (key) => (await Promise.all([table.get(key), proof]))[0],
  getMany: async (keys) => (await Promise.all([table.getMany(keys), proof]))[0],
});

/**
 * Reads everything that a request needs at one moment: what its endpoint loads, and in parallel whether the caller's
 * access was revoked, the rate limit, and the record of its idempotency key. For an admin endpoint `load` waits until
 * the caller is known to be an admin, at the price of one more trip.
 *
 * @throws ApiError RATE_LIMITED, then the caller's refusal, then any
 * other failure; Replay when the request has a stored response.
 */
export const firstWave = async <C extends Contract, Loaded, Caller, Fx extends readonly Effect[]>(
  contract: C,
  endpoint: Pick<Endpoint<C, Loaded, Caller, EndpointResponse<C>, Fx>, 'identify' | 'idempotencyScope' | 'load'>,
  effects: EffectValues<Fx>,
  { gate, kit }: { readonly gate: Gate; readonly kit: Kit },
  context: RequestContext,
  request: ParsedRequest<C>,
): Promise<FirstWave<Loaded, Caller>> => {
  const table = kit.table();
  const proven = await gate.prove(context);
  const visited = endpoint.idempotencyScope?.(request);
  const scope = proven ? accountScope(proven.caller) : visited && visitorScope(visited, context.meta);
  const idempotent = scope === undefined ? undefined : idempotentRequest(contract, request.meta, scope);

  const { identify } = endpoint;
  // First, because it may refuse at once, before anything is read for the account that the credential names.
  const identification = identify
    ? gate.watch(context, identify(request, { ...effects, table }))
    : (gate.confirm(context).then((caller) => within(caller, context.environment)) as Promise<Caller>);
  const reader = (identify ? itemsOnceProven(table, identification) : table) as ReaderOf<C>;
  const load = async () => {
    // A role is known from the table alone: nothing that only admins may see is read for anybody else.
    if (contract.caller === 'admin') await identification;
    return endpoint.load?.(
      { ...request, caller: within(proven?.caller, context.environment) as ProvenCallerOf<C> },
      { ...effects, table: reader },
    );
  };
  const [counted, identified, replayed, read] = await Promise.allSettled([
    gate.counted(context),
    identification,
    idempotent && findReplay(table, idempotent),
    load(),
  ] as const);
  // The order of refusals is the order of these lines, whichever call responded first.
  if (settled(counted)?.exceeded) throw new ApiError('RATE_LIMITED');
  const caller = settled(identified);
  const replay = settled(replayed);
  if (replay) throw new Replay(replay);
  return { caller, loaded: settled(read) as Loaded, idempotent };
};
