import { CONTRACTS } from '#functions/api/contracts';
import type { BenchCloud } from '#tests/bench/cloud/cloud';
import { type ApiEventOptions, apiEvent } from '#tests/support/api-event';

/** Creates the data for one call of a function, new for each call, and returns its event. */
export type MainCase = (cloud: BenchCloud) => Promise<unknown>;

/** The parts of a request that are not its route. */
export type RequestParts = Pick<ApiEventOptions, 'pathParameters' | 'query' | 'headers' | 'cookies' | 'body'>;

/**
 * The event of a request to an endpoint, by the endpoint's name. Every request with a body that can have an idempotency
 * key has one.
 *
 * @throws RangeError for a name that no contract has.
 */
export const requestTo = (name: string, parts: RequestParts = {}): unknown => {
  const contract = CONTRACTS.find((candidate) => candidate.name === name);
  if (!contract) throw new RangeError(`No endpoint is called ${name}`);
  const { method, route, idempotent } = contract;
  const headers = { ...(idempotent && { 'idempotency-key': crypto.randomUUID() }), ...parts.headers };
  const path = route.replace(/\{(\w+)\}/g, (_, key: string) => parts.pathParameters?.[key] ?? '');
  return apiEvent({ ...parts, method, route, path, headers });
};
