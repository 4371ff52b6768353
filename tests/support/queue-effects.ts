import type { QueueEffects } from '#shared/events/batch';
import { makeLogger } from '#shared/platform/logger';

/** The effects of settling messages whose queue nobody looks at, but for those that a test gives. */
export const queueEffectsWith = (changes: Partial<QueueEffects> = {}): QueueEffects => ({
  hide: async () => {},
  setAside: async () => {},
  random: Math.random,
  log: makeLogger({}, () => {}),
  metrics: () => {},
  ...changes,
});
