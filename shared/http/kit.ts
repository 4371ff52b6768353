import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { type KnownApiKeys, makeKnownApiKeys } from '#shared/http/caller/known-api-keys';
import { makePublicKeys, type PublicKeys } from '#shared/http/caller/public-keys';
import { makeRateLimiter, type RateLimiter } from '#shared/http/limits/rate-limiter';
import { type Clock, systemClock } from '#shared/platform/clock';
import { env, once } from '#shared/platform/env';
import { type Logger, makeLogger } from '#shared/platform/logger';
import { type Metrics, makeMetrics } from '#shared/platform/metrics';

/** The dependencies of the endpoint kit itself. */
export interface Kit {
  readonly table: () => Table;
  readonly clock: Clock;
  readonly limiter: () => RateLimiter;
  /** The keys that access tokens are verified with, as this container knows them. */
  readonly publicKeys: PublicKeys;
  /** The owners of API keys that this container has seen. */
  readonly apiKeys: KnownApiKeys;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The caches of a new container: empty. */
export const emptyMemory = (): Pick<Kit, 'publicKeys' | 'apiKeys'> => ({
  publicKeys: makePublicKeys(),
  apiKeys: makeKnownApiKeys(),
});

/**
 * The kit of a deployed function: one table client, one rate limiter and one set of caches for the life of the
 * container.
 */
export const serviceKit: Kit = {
  table: serviceTable,
  clock: systemClock,
  limiter: once(() => makeRateLimiter(Number(env('RATE_LIMIT_SCALE')))),
  ...emptyMemory(),
  log: makeLogger(),
  metrics: makeMetrics(),
};
