import { CONSUMERS } from '#functions/events/consumers';
import { HOT_KEYS } from '#tests/bench/growth/hot-keys';
import type { Row } from '#tests/bench/measured';
import type { Outcome } from './simulate.ts';

/** What raises a limit, by its name in {@link Outcome.used}. */
export const raisedBy = (resource: string): string => {
  if (resource.startsWith('limit ')) return '`rateLimitScale` of the stage, or more addresses';
  if (resource === 'table') return 'the warm throughput of the table';
  if (resource === 'concurrency') return "Lambda's quota L-B99A9384";
  if (resource === 'throttle') return '`throttle` of the stage';
  const consumer = CONSUMERS.find(({ name }) => name === resource);
  if (consumer?.trigger.kind === 'queue') return `\`maxConcurrency\` of \`${resource}\``;
  if (consumer?.trigger.kind === 'stream') return `\`batchSize\` of \`${resource}\`, or more shards`;
  return HOT_KEYS.find(({ family }) => family === resource.split(',')[0])?.raisedBy ?? '';
};

const percent = (share: number): string => (share === 0 ? '0' : `${(100 * share).toPrecision(2)}%`);

/** What callers see at one rate. */
export const callersRow = (callsASecond: number, world: string, outcome: Outcome): Row => ({
  'calls a second': callsASecond,
  world,
  'p50 ms': Math.round(outcome.p50Ms),
  'p99 ms': Math.round(outcome.p99Ms),
  refused: [...outcome.refused].map(([reason, share]) => `${percent(share)} ${reason}`).join(', ') || 'none',
  'webhook p50 ms': Math.round(outcome.webhookP50Ms),
  'webhook p99 ms': Math.round(outcome.webhookP99Ms),
});

/** How many limits of each rate are shown. */
const SHOWN = 5;

/** The limits that a rate comes nearest to; at 100% and more, calls are refused or work is late. */
export const limitRows = (callsASecond: number, world: string, outcome: Outcome): readonly Row[] =>
  outcome.used.slice(0, SHOWN).map(({ resource, share }) => ({
    'calls a second': callsASecond,
    world,
    limit: resource,
    'used, percent': Math.round(100 * share),
    'raised by': raisedBy(resource),
  }));
