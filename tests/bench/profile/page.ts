import { CONSUMERS } from '#functions/events/consumers';
import { HOT_KEYS } from '#tests/bench/growth/hot-keys';
import type { Row } from '#tests/bench/measured';
import type { Used } from './meter.ts';
import type { Outcome } from './simulate.ts';

/** What raises a limit, by its name in {@link Outcome.used}. */
const raisedBy = (resource: string): string => {
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

/** From which share a limit is shown, and how many at most. */
const SHOWN = { from: 0.8, most: 3 } as const;

const isNear = ({ share }: Used): boolean => share >= SHOWN.from;

const nameOf = (resource: string): string => resource.replace(/^limit (\w+)$/, 'rate limit $1');

/** What callers see at one rate, and the limits that the busiest second comes near. */
export const callersRow = (callsASecond: number, world: string, outcome: Outcome): Row => ({
  'calls a second': callsASecond,
  world,
  'p50 ms': Math.round(outcome.p50Ms),
  'p99 ms': Math.round(outcome.p99Ms),
  refused: [...outcome.refused].map(([reason, share]) => `${percent(share)} ${reason}`).join(', ') || 'none',
  'webhook p50 ms': Math.round(outcome.webhookP50Ms),
  'webhook p99 ms': Math.round(outcome.webhookP99Ms),
  limits:
    outcome.used
      .filter(isNear)
      .slice(0, SHOWN.most)
      .map(({ resource, share }) => `${nameOf(resource)} ${Math.round(100 * share)}%`)
      .join(', ') || 'none',
});

/** What raises each limit that one of these comes near. */
export const raisedRows = (outcomes: readonly Outcome[]): readonly Row[] => {
  const near = outcomes.flatMap(({ used }) => used.filter(isNear).slice(0, SHOWN.most));
  return [...new Set(near.map(({ resource }) => resource))].map((resource) => ({
    limit: nameOf(resource),
    'raised by': raisedBy(resource),
  }));
};

const cell = (value: string | number | undefined): string =>
  typeof value === 'number' ? value.toLocaleString('en') : (value ?? '');

/** Rows as a table of the page. */
export const rowsTable = (rows: readonly Row[]): string => {
  const headings = Object.keys(rows[0] ?? {});
  const isNumber = (heading: string): boolean => typeof rows[0]?.[heading] === 'number';
  return [
    `| ${headings.join(' | ')} |`,
    `|${headings.map((heading) => (isNumber(heading) ? '--:|' : '---|')).join('')}`,
    ...rows.map((row) => `| ${headings.map((heading) => cell(row[heading])).join(' | ')} |`),
  ].join('\n');
};
