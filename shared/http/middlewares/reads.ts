import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { scopeIn } from '#shared/http/caller/reached-environments';
import type { Contract } from '#shared/http/contract';
import type { Endpoint, ProvenCallerOf, ReaderOf } from '#shared/http/endpoint';
import type { EndpointResponse } from '#shared/http/endpoint-response';
import { Replay } from '#shared/http/idempotency/commit';
import { accountScope, findReplay, idempotentRequest, visitorScope } from '#shared/http/idempotency/idempotency';
import type { Kit } from '#shared/http/kit';
import type { Effect, EffectValues } from '#shared/platform/effect';
import { withinRequestTime } from '#shared/platform/lifetime';
import { subjectOf } from '#shared/platform/subject-ids';
import { noteSubject } from '#shared/platform/trace';
import type { RequestState, Step } from './request-state.ts';

const settled = <T>(result: PromiseSettledResult<T>): T => {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
};

/**
 * Reads items at once, in the same trip as the proof, but hands them over only after it succeeds, so that nothing of
 * another account is processed for an unproven token.
 */
const itemsOnceProven = (table: ItemReader, proof: Promise<unknown>): ItemReader => ({
  get: async (key) => (await Promise.all([table.get(key), proof]))[0],
  getMany: async (keys) => (await Promise.all([table.getMany(keys), proof]))[0],
});

/** The confirmed caller: identified by the endpoint where it is an embed endpoint, otherwise by the credential. */
export const confirmedCaller = <C extends Contract, Loaded, Caller, Fx extends readonly Effect[]>(
  { identify }: Pick<Endpoint<C, Loaded, Caller, EndpointResponse<C>, Fx>, 'identify'>,
  effects: EffectValues<Fx>,
  table: ItemReader,
  { credential, environment, request }: RequestState<C, Loaded, Caller>,
): Promise<Caller> =>
  identify
    ? credential.watch(identify(request, { ...effects, table }))
    : (credential.confirm().then((caller) => scopeIn(caller, environment)) as Promise<Caller>);

/**
 * Reads everything that a request needs at the same moment: what its endpoint loads and, in parallel, whether the
 * caller's access was revoked, the rate limit, and the record of its idempotency key. For an admin endpoint `load`
 * waits until the caller is known to be an admin, which costs one more trip.
 *
 * @throws ApiError RATE_LIMITED first, then the caller's refusal, then any other failure; Replay when the request has a
 * stored response.
 */
export const reads = <C extends Contract, Loaded, Caller, Fx extends readonly Effect[]>(
  contract: C,
  endpoint: Pick<Endpoint<C, Loaded, Caller, EndpointResponse<C>, Fx>, 'identify' | 'idempotencyScope' | 'load'>,
  effects: EffectValues<Fx>,
  kit: Kit,
): Step<C, Loaded, Caller> => {
  const readAll = async (internal: RequestState<C, Loaded, Caller>): Promise<void> => {
    const { credential, count, environment, request } = internal;
    const table = kit.table();
    const proven = await credential.prove();
    const visited = endpoint.idempotencyScope?.(request);
    const scope = proven ? accountScope(proven.caller) : visited && visitorScope(visited, internal.meta);
    const keyed = scope === undefined ? undefined : idempotentRequest(contract, request.meta, scope);

    // First, because it may refuse at once, before anything is read for the account that the credential names.
    const identification = confirmedCaller(endpoint, effects, table, internal);
    const reader = (endpoint.identify ? itemsOnceProven(table, identification) : table) as ReaderOf<C>;
    const load = async () => {
      // Only the table knows a role, so nothing that only admins may see is read before it is confirmed.
      if (contract.caller === 'admin') await identification;
      const caller = scopeIn(proven?.caller, environment) as ProvenCallerOf<C>;
      return endpoint.load?.({ ...request, caller }, { ...effects, table: reader });
    };
    const [counted, identified, replayed, read] = await Promise.allSettled([
      count.counted(),
      identification,
      keyed && findReplay(table, keyed),
      load(),
    ] as const);
    // These lines determine the order of refusals, whichever call responded first.
    if (settled(counted)?.exceeded) throw new ApiError('RATE_LIMITED');
    internal.caller = settled(identified);
    const replay = settled(replayed);
    if (replay) throw new Replay(replay);
    internal.loaded = settled(read) as Loaded;
    internal.keyed = keyed;
  };
  /** Notes what a request is about: what is proven and read first, then what its body names, which may be anything. */
  const note = ({ caller, request, loaded }: RequestState<C, Loaded, Caller>): void => {
    noteSubject(caller);
    noteSubject(request.query);
    noteSubject(loaded);
    const { accountId: _claimed, ...named } = subjectOf(request.body);
    noteSubject(named);
  };
  return {
    before: async ({ internal }) => {
      try {
        await withinRequestTime(() => readAll(internal));
      } catch (refusal) {
        if (internal.caller !== undefined) note(internal);
        throw refusal;
      }
      note(internal);
    },
  };
};
