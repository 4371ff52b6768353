import { runScript } from '#scripts/local-cloud/run-script';
import { BENCHMARKS } from './benchmarks.ts';
import { runReported } from './report.ts';

const USAGE = {
  command: 'node tests/bench/run-one.ts',
  does: 'Runs one benchmark in this process and reports on standard error: `npm run bench` runs it so.',
  words: { name: '<benchmark>', help: 'its name', count: 'one' },
  options: {
    accept: { help: 'what it finds is the new budget' },
    document: { help: 'keeps what it finds in docs/operate/measured/' },
  },
} as const;

await runScript(USAGE, async ({ words: [name], options }) => {
  const given = new Set(Object.keys(options).map((option) => `--${option}`));
  for (const benchmark of BENCHMARKS) if (benchmark.name === name) await runReported(benchmark, given);
});

// Webhook receivers that a measurement opened would keep the process running.
process.exit();
