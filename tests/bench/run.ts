import { spawnSync } from 'node:child_process';
import { runScript } from '#scripts/local-cloud/run-script';
import { UserError } from '#scripts/local-cloud/user-error';
import { coldStart } from './measures/cold-start.ts';
import { dollars } from './measures/dollars.ts';
import { dynamoDb } from './measures/dynamodb.ts';
import { kit } from './measures/kit.ts';
import { limiter } from './measures/limiter.ts';
import { lists } from './measures/lists.ts';
import { memory } from './measures/memory.ts';
import { sizes } from './measures/sizes.ts';
import { webhooks } from './measures/webhooks.ts';
import { type Benchmark, runReported } from './report.ts';

/*
 * `npm run bench` runs every benchmark; `npm run bench -- sizes kit` those. What each found is printed and kept in
 * `.local/reports/bench/`; `--accept` lets `sizes` and `dynamodb` write what they found as the new budget,
 * `--document` puts the tables into docs/performance.md.
 */

const BENCHMARKS: readonly Benchmark[] = [sizes, coldStart, kit, dynamoDb, lists, limiter, webhooks, memory, dollars];

/** In a process of its own: clients are made once, for the one cloud that a benchmark starts. */
const runAlone = (name: string, options: ReadonlySet<string>): void => {
  const { status } = spawnSync(process.execPath, [import.meta.filename, name, ...options], { stdio: 'inherit' });
  if (status !== 0) throw new UserError(`The benchmark ${name} failed; those after it were not run.`);
};

await runScript(async () => {
  const words = process.argv.slice(2);
  const options = new Set(words.filter((word) => word.startsWith('--')));
  const names = words.filter((word) => !word.startsWith('--'));
  const unknown = names.find((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown) {
    throw new UserError(`There is no benchmark ${unknown}: ${BENCHMARKS.map(({ name }) => name).join(', ')}.`);
  }
  const wanted = BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name));
  const [only, ...others] = wanted;
  if (only && others.length === 0) await runReported(only, options);
  else for (const { name } of wanted) runAlone(name, options);
});

// Receivers of webhooks that a measurement opened would keep the process.
process.exit();
