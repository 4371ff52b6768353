import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { type Clock, systemClock } from '#shared/platform/clock';
import { env, once } from '#shared/platform/env';
import { type Logger, makeLogger } from '#shared/platform/logger';
import { type Metrics, makeMetrics } from '#shared/platform/metrics';
import { makeRateLimiter, type RateLimiter } from './rate-limiter.ts';

/** What the endpoint kit itself depends on. */
export interface Kit {
  readonly table: () => Table;
  readonly clock: Clock;
  readonly limiter: () => RateLimiter;
  /** Milliseconds a rate-limit counter may take before the request goes on without it; default 800. */
  readonly limiterPatienceMs?: number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The kit of a deployed function: one table client and one rate limiter for the life of the container. */
export const serviceKit: Kit = {
  table: serviceTable,
  clock: systemClock,
  limiter: once(() => makeRateLimiter(Number(env('RATE_LIMIT_SCALE')))),
  log: makeLogger(),
  metrics: makeMetrics(),
};
