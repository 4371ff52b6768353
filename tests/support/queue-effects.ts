import type { QueueEffects } from '#shared/events/batch';
import { makeLogger } from '#shared/platform/logger';

/** Effects for settling messages that do nothing, except for those that a test passes. */
export const queueEffectsWith = (changes: Partial<QueueEffects> = {}): QueueEffects => ({
  hide: async () => {},
  setAside: async () => {},
  random: Math.random,
  log: makeLogger({}, () => {}),
  metrics: () => {},
  ...changes,
});
