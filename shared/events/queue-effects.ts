import { env } from '#shared/platform/env';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { hideMessages, sendToQueue } from '#shared/platform/sqs';
import type { QueueEffects } from './batch.ts';

/** {@link QueueEffects} on the queue that triggers a function, from its environment. */
export const queueEffects = (): QueueEffects => ({
  hide: (messages) => hideMessages(env('QUEUE_URL'), messages),
  setAside: (body) => sendToQueue(env('DEAD_LETTER_QUEUE_URL'), { body }),
  random: Math.random,
  log: makeLogger(),
  metrics: makeMetrics(),
});
