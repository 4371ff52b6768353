import { join } from 'node:path';
import { MAIN_CASES } from '#tests/bench/calls/all';
import { type BenchCloud, startCloud } from '#tests/bench/cloud/cloud';
import { warmRequests } from '#tests/bench/cloud/warm-requests';
import type { Row } from '#tests/bench/measured';
import { ASSUMED, pricesOf } from '#tests/bench/prices';
import { type Benchmark, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { median } from '#tests/bench/statistics';
import { bundleAll } from './sizes.ts';

/** A read, a list, the most expensive write, and one that hashes a password. */
const FUNCTIONS = ['read-applicant', 'list-applicants', 'create-applicant', 'log-in'];

const MEGABYTES = [256, 512, 1024, 1769, 3008];

/** The memory at which Lambda gives a whole processor (AWS Lambda developer guide, "Configure Lambda function memory"). */
const MEGABYTES_OF_A_PROCESSOR = 1769;

const { RUNS, COUNTS } = sized(
  { RUNS: 5, COUNTS: { warmUp: 40, measured: 40 } },
  { RUNS: 1, COUNTS: { warmUp: 1, measured: 1 } },
);

/** Milliseconds of processor time of one warm request. */
const processorMs = async (cloud: BenchCloud, folder: string, name: string): Promise<number> => {
  const measured: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const events: unknown[] = [];
    for (let made = 0; made < COUNTS.warmUp + COUNTS.measured; made++) events.push(await MAIN_CASES[name]?.(cloud));
    const bundle = join(folder, name, 'index.mjs');
    measured.push((await warmRequests(bundle, events, COUNTS, cloud.environment)).processorUs / 1000);
  }
  return median(measured);
};

/** How long a request waits for the table, as `dollars` assumes. */
const WAITING_MS: Readonly<Record<string, number>> = {
  'read-applicant': ASSUMED.millisecondsOfATrip,
  'list-applicants': ASSUMED.millisecondsOfATrip,
  'create-applicant': ASSUMED.millisecondsOfATrip + ASSUMED.millisecondsOfATransaction,
  'log-in': 2 * ASSUMED.millisecondsOfATrip,
};

const rowOf = (name: string, ownMs: number): Row => {
  const row: Record<string, string | number> = { function: name, 'processor ms': rounded(ownMs) };
  for (const megabytes of MEGABYTES) {
    // One thread works at a time, so more than one processor does not help.
    const durationMs = ownMs / Math.min(1, megabytes / MEGABYTES_OF_A_PROCESSOR) + (WAITING_MS[name] ?? 0);
    const dollars =
      (durationMs / 1000) * (megabytes / 1024) * pricesOf('eu-west-1').dollarsPerGigabyteSecondArm * 1_000_000;
    row[`${megabytes} MB`] = `${Math.round(durationMs)} ms, $${dollars.toFixed(2)}`;
  }
  return row;
};

/** The effect of more memory, and with it more processor time. */
export const memory: Benchmark = {
  name: 'memory',
  measures: 'processor time of warm requests, and what they would take and cost at each memory size of a function',
  run: async (report) => {
    const cloud = await startCloud();
    try {
      const { folder } = await bundleAll();
      const rows: Row[] = [];
      for (const name of FUNCTIONS) rows.push(rowOf(name, await processorMs(cloud, folder, name)));
      report.table(
        `Processor time: medians of ${RUNS} containers, ${COUNTS.measured} requests each after ${COUNTS.warmUp} to warm ` +
          `up. Duration and dollars a million (Lambda's duration alone) are reckoned from it.`,
        rows,
      );
    } finally {
      await cloud.stop();
    }
  },
};
