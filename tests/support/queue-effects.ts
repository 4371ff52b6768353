import type { QueueEffects } from '#shared/events/batch';
import { makeLogger } from '#shared/platform/logger';

/** Effects of settling messages that do nothing, except those that a test gives. */
export const queueEffectsWith = (changes: Partial<QueueEffects> = {}): QueueEffects => ({
  hide: async () => {},
  setAside: async () => {},
  random: Math.random,
  log: makeLogger({}, () => {}),
  metrics: () => {},
  ...changes,
});
