import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { UsageError } from '#scripts/command-line/usage';
import { runScript } from '#scripts/local-cloud/run-script';
import { UserError } from '#scripts/local-cloud/user-error';
import { BENCHMARKS } from './benchmarks.ts';
import { runAllSmall } from './run-small.ts';

const NAME_WIDTH = 2 + Math.max(...BENCHMARKS.map(({ name }) => name.length));

const USAGE = {
  command: 'npm run bench',
  does: `Runs the benchmarks that are named, or all, and prints what each found; it is also kept in .local/reports/bench/.

${BENCHMARKS.map(({ name, measures }) => `  ${name.padEnd(NAME_WIDTH)}${measures}`).join('\n')}`,
  words: { name: '<benchmark>', help: 'one of these names', count: 'any' },
  options: {
    accept: { help: 'what `sizes`, `dynamodb` and `growth` find is the new budget' },
    document: { help: 'keeps what it finds in docs/operate/measured/' },
    small: { help: 'only tries whether each runs to its end, with as little as possible, two at once' },
  },
  environment: {
    'GATE=<file>': 'first-minute: the times of the stages of a run of .ci/run (default .local/gate-times.tsv)',
    'STACK_JSON=<file>': 'those of the deployed service: measures the deployment that the file describes',
    'EVENTS=<number>': 'webhooks, webhooks-at-scale: how many events a burst has',
    'STAGE=<name>': 'bill: the stage, prod by default',
    'USAGE=<file>': 'bill: what is done with it, one of tests/bench/usages/ or your own',
  },
} as const;

const RUN_ONE = fileURLToPath(new URL('run-one.ts', import.meta.url));

/**
 * In a separate process, because clients are created once, for the one cloud that a benchmark starts. The functions'
 * logs on standard output are dropped, and the benchmark's reports on standard error are printed here.
 */
const runAlone = (name: string, options: readonly string[]): void => {
  const { status } = spawnSync(process.execPath, [RUN_ONE, name, ...options], { stdio: ['inherit', 'ignore', 1] });
  if (status !== 0) throw new UserError(`The benchmark ${name} failed; those after it were not run.`);
};

await runScript(USAGE, async ({ words, options: { small, ...options } }) => {
  const known = BENCHMARKS.map(({ name }) => name);
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) throw new UsageError(`There is no benchmark ${unknown}: ${known.join(', ')}.`);
  const given = Object.keys(options).map((option) => `--${option}`);
  if (small && given.length > 0)
    throw new UsageError(`What a small run finds is not kept: leave out ${given.join(', ')}.`);
  const chosen = BENCHMARKS.filter(({ name }) => words.length === 0 || words.includes(name));
  if (small) return runAllSmall(RUN_ONE, chosen);
  for (const { name } of chosen) runAlone(name, given);
});
