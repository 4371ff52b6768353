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
  /** This container's cache of the keys that access tokens are verified with. */
  readonly publicKeys: PublicKeys;
  /** This container's cache of the owners of API keys. */
  readonly apiKeys: KnownApiKeys;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether a request is the first of its container, which waited for it to start. Only a deployed function knows. */
  readonly isFirstRequest?: () => boolean;
}

/** The empty caches of a new container. */
export const emptyMemory = (): Pick<Kit, 'publicKeys' | 'apiKeys'> => ({
  publicKeys: makePublicKeys(),
  apiKeys: makeKnownApiKeys(),
});

const firstOnly = (): (() => boolean) => {
  let isFirst = true;
  return () => {
    const was = isFirst;
    isFirst = false;
    return was;
  };
};

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
  isFirstRequest: firstOnly(),
};
