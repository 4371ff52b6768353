import { ACTIVITIES } from '#tests/bench/bill/usage';
import { MAIN_CASES } from '#tests/bench/calls/all';
import { startCloud } from '#tests/bench/cloud/cloud';
import { type Growth, measureGrowth, writeGrowth } from '#tests/bench/cloud/table-growth';
import type { Benchmark } from '#tests/bench/report';

/** The functions whose growth counts: those that the activities of a usage file run, and that call the table. */
const MEASURED = [...new Set(Object.values(ACTIVITIES).flatMap(Object.keys))].filter((name) => name in MAIN_CASES);

/** What a run of each function leaves in the table. */
export const growth: Benchmark = {
  name: 'growth',
  measures: 'what a run of each function leaves in the table, and what a year of it is',
  isKeptElsewhere: true,
  run: async (report, options) => {
    if (options.has('--accept')) {
      const cloud = await startCloud();
      try {
        const found: Record<string, Growth> = {};
        for (const name of MEASURED) found[name] = await measureGrowth(cloud, name);
        await writeGrowth(found);
        report.aside('Accepted: tests/bench/table-growth.json was written.');
      } finally {
        await cloud.stop();
      }
    }
  },
};
