import { serviceTable } from '#shared/db/client';
import { systemClock } from '#shared/platform/clock';
import { env } from '#shared/platform/env';
import { putEntries } from '#shared/platform/event-bridge';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { setAside } from './set-aside.ts';

/** The effects of publishing on a stage, from the environment of a function that touches the bus. */
export const publishEffects = () => ({
  table: serviceTable(),
  clock: systemClock,
  busName: env('BUS_NAME'),
  putEntries,
  setAside,
  log: makeLogger(),
  metrics: makeMetrics(),
});
