import { pageUsages, stageBill } from '#tests/bench/bill/stage-bill';
import { synthesizedStage } from '#tests/bench/bill/synthesized-stage';
import { ACTIVITIES } from '#tests/bench/bill/usage';
import { MAIN_CASES } from '#tests/bench/calls/all';
import { startCloud } from '#tests/bench/cloud/cloud';
import { measureGrowth } from '#tests/bench/cloud/costs';
import { type Growth, readGrowth, writeGrowth } from '#tests/bench/cloud/table-growth';
import { capOf, HOT_KEYS, type HotKey } from '#tests/bench/growth/hot-keys';
import {
  LONGEST_BURST_SECONDS,
  type Simulated,
  simulateConcurrency,
  simulatePartition,
  steady,
} from '#tests/bench/growth/simulate';
import type { Row } from '#tests/bench/measured';
import { type Benchmark, rounded } from '#tests/bench/report';

/** The functions whose growth counts: those that the activities of a usage file run, and that call the table. */
const MEASURED = [...new Set(Object.values(ACTIVITIES).flatMap(Object.keys))].filter((name) => name in MAIN_CASES);

const acceptGrowth = async (): Promise<void> => {
  const cloud = await startCloud();
  try {
    const found: Record<string, Growth> = {};
    for (const name of MEASURED) found[name] = await measureGrowth(cloud, name);
    await writeGrowth(found);
  } finally {
    await cloud.stop();
  }
};

const foundIn = ({ refusedFromSecond, refusedShare }: Simulated) => ({
  'refused from second': refusedFromSecond ?? 'never',
  'refused, percent': rounded(100 * refusedShare),
});

const TEN_MINUTES = 600;

/** What may happen to the keys that become hot first, each for ten minutes. */
const PARTITION_CASES: readonly { readonly what: string; readonly key: HotKey['family']; readonly events: number }[] = [
  { what: 'one account creates 60 applicants a second', key: 'wallet', events: 60 },
  { what: 'one account has 400 events a second', key: 'outbox', events: 400 },
  { what: 'one account has 400 events a second', key: 'feed', events: 400 },
  { what: 'all accounts have 1,500 deliveries a second', key: 'due', events: 1500 },
];

/** Keys whose writes follow one another have no burst: what they do not use in a second is lost. */
const partitionRow =
  (growth: Readonly<Record<string, Growth>>) =>
  ({ what, key: family, events }: (typeof PARTITION_CASES)[number]): Row => {
    const key = HOT_KEYS.find((one) => one.family === family);
    if (!key) throw new RangeError(`${family} is no hot key`);
    const demand = steady(events, TEN_MINUTES);
    const at = (burstSeconds: number) => foundIn(simulatePartition(demand, capOf(key, growth), burstSeconds));
    const best = at(key.isInTurn ? 0 : LONGEST_BURST_SECONDS);
    return {
      case: what,
      key: family,
      'refused, percent': at(0)['refused, percent'],
      'with a full burst': best['refused, percent'],
      'from second': best['refused from second'],
    };
  };

/** Calls of one cold function that begin at once, for a minute. */
const CONCURRENCY_CASES = [
  { what: '500 calls a second of 50 ms', calls: 500, seconds: 0.05, limit: 1000 },
  { what: '150 a second of 10 s, because a source hangs', calls: 150, seconds: 10, limit: 1000 },
  { what: 'the same, with a quota of 5,000', calls: 150, seconds: 10, limit: 5000 },
] as const;

const concurrencyRows = (): readonly Row[] =>
  CONCURRENCY_CASES.map(({ what, calls, seconds, limit }) => ({
    case: what,
    ...foundIn(simulateConcurrency(steady(calls, 60), { seconds, limit })),
  }));

/** What a run of each function leaves in the table, what a year of it is, and where it meets a cap. */
export const growth: Benchmark = {
  name: 'growth',
  measures: 'what a year leaves in the table, and the caps of its partitions and of concurrency, simulated',
  isKeptElsewhere: true,
  run: async (report, options) => {
    if (options.has('--accept')) {
      await acceptGrowth();
      report.aside('Accepted: tests/bench/table-growth.json was written.');
    }
    const left = readGrowth();
    const stage = synthesizedStage('prod');
    for (const usage of pageUsages().slice(1)) {
      report.table(
        `The table after a year of ${usage.name}.`,
        stageBill(usage, stage).stored.families.map(({ family, days, gigabytes }) => ({
          family,
          'deleted after days': days ?? 'never',
          GB: rounded(gigabytes, 3),
        })),
      );
    }
    report.table('Ten minutes at a hot key, simulated as buckets of tokens.', PARTITION_CASES.map(partitionRow(left)));
    report.table('A minute of calls of one cold function, simulated by its concurrency.', concurrencyRows());
  },
};
