import { pageUsages, stageBill } from '#tests/bench/bill/stage-bill';
import { synthesizedStage } from '#tests/bench/bill/synthesized-stage';
import { ACTIVITIES } from '#tests/bench/bill/usage';
import { MAIN_CASES } from '#tests/bench/calls/all';
import { startCloud } from '#tests/bench/cloud/cloud';
import { type Growth, measureGrowth, readGrowth, writeGrowth } from '#tests/bench/cloud/table-growth';
import { capOf, HOT_KEYS, PARTITION_UNITS, unitsOf } from '#tests/bench/growth/hot-keys';
import { type Simulated, simulateConcurrency, simulatePartition, steady } from '#tests/bench/growth/simulate';
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

const MINUTES = 60;

/** Twice the cap of each key for ten minutes, with the burst that a partition may give, and without. */
export const partitionRows = (growth: Readonly<Record<string, Growth>>): readonly Row[] =>
  HOT_KEYS.filter(({ isInTurn }) => !isInTurn).map((key) => {
    const units = unitsOf(key, growth);
    const shards = key.shards ?? 1;
    const demand = steady((2 * capOf(key, growth) * units) / shards, 10 * MINUTES);
    const at = (burstSeconds: number) => foundIn(simulatePartition(demand, PARTITION_UNITS, burstSeconds));
    const [worst, best] = [at(0), at(300)];
    return {
      key: key.family,
      'events a second': 2 * capOf(key, growth),
      'refused, percent': worst['refused, percent'],
      'with a full burst': best['refused, percent'],
      'from second': best['refused from second'],
    };
  });

/** Calls of one function that begin at once. */
export const CONCURRENCY_CASES = [
  { what: 'an import: 500 calls a second of 50 ms', calls: 500, seconds: 0.05, limit: 1000 },
  { what: 'a source that hangs: 100 calls a second of 10 s', calls: 100, seconds: 10, limit: 1000 },
  { what: 'the same, with 5,000', calls: 100, seconds: 10, limit: 5000 },
  { what: 'a source that hangs: 300 calls a second of 10 s, with 5,000', calls: 300, seconds: 10, limit: 5000 },
] as const;

const concurrencyRows = (): readonly Row[] =>
  CONCURRENCY_CASES.map(({ what, calls, seconds, limit }) => ({
    case: what,
    ...foundIn(simulateConcurrency(steady(calls, MINUTES), { seconds, limit })),
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
    report.table('Twice the cap of each key for ten minutes, simulated as buckets of tokens.', partitionRows(left));
    report.table('A minute of calls of one cold function, simulated by its concurrency.', concurrencyRows());
  },
};
