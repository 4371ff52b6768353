import { MAIN_CASES } from '#tests/bench/calls/all';
import { mustInvoke } from '#tests/bench/calls/invoke';
import type { BenchCloud } from './cloud.ts';
import type { Recorded, TableCall } from './gateway.ts';
import { type Growth, growthOf } from './table-growth.ts';

/** The DynamoDB calls of a function's main case, in a warm container. */
export interface TableCost {
  /** Sequential calls. */
  readonly trips: number;
  readonly calls: readonly string[];
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** The cost of recorded calls. */
export const costOf = (calls: readonly TableCall[]): TableCost => ({
  trips: Math.max(0, ...calls.map(({ wave }) => wave)),
  calls: calls.map(({ wave, operation }) => `${wave} ${operation}`).sort(),
  readUnits: calls.reduce((sum, { readUnits }) => sum + readUnits, 0),
  writeUnits: calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
});

/** Records one function's main case: one call to warm it up, one for the figures. */
const recordCase = async (cloud: BenchCloud, name: string): Promise<Recorded> => {
  const prepare = MAIN_CASES[name];
  if (!prepare) throw new RangeError(`There is no main case of ${name}`);
  await mustInvoke(name, await prepare(cloud));
  const event = await prepare(cloud);
  return cloud.record(() => mustInvoke(name, event));
};

/** Measures the calls of one function. */
export const measureCost = async (cloud: BenchCloud, name: string): Promise<TableCost> =>
  costOf((await recordCase(cloud, name)).calls);

/** Measures what one function leaves in the table. */
export const measureGrowth = async (cloud: BenchCloud, name: string): Promise<Growth> =>
  growthOf((await recordCase(cloud, name)).writes, Date.now() / 1000);

/** Measures functions, one after the other. */
export const measureCosts = async (cloud: BenchCloud, names: readonly string[]): Promise<Record<string, TableCost>> => {
  const costs: Record<string, TableCost> = {};
  for (const name of names) costs[name] = await measureCost(cloud, name);
  return costs;
};
