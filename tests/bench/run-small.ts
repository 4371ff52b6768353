import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { writeTestReport } from '#scripts/command-line/test-report';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { writeStack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import { deployService } from './cloud/deployed.ts';
import type { Benchmark } from './report.ts';

const secondsSince = (startedMs: number): string => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;

/** Runs one in its own process, and prints what it said only if it failed. Returns whether it ran to its end. */
const runSmall = async (script: string, name: string, environment: NodeJS.ProcessEnv): Promise<boolean> => {
  const startedMs = performance.now();
  const env = { ...process.env, ...environment, BENCH_SIZE: 'small' };
  const child = spawn(process.execPath, [script, name], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [status] = await once(child, 'close');
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${name} (${secondsSince(startedMs)})`);
  if (status !== 0) console.log(said);
  return status === 0;
};

/** Runs benchmarks one after another. Returns how many ran to their ends. */
const passedOf = async (
  script: string,
  benchmarks: readonly Benchmark[],
  environment: NodeJS.ProcessEnv,
): Promise<number> => {
  let passed = 0;
  for (const { name } of benchmarks) if (await runSmall(script, name, environment)) passed++;
  return passed;
};

const passedOnDeployment = async (script: string, benchmarks: readonly Benchmark[]): Promise<number> => {
  if (benchmarks.length === 0) return 0;
  const startedMs = performance.now();
  const service = await deployService();
  try {
    console.log(`deployed the service (${secondsSince(startedMs)})`);
    const file = join(STATE_FOLDER, 'bench', 'stack.json');
    writeStack(service.stack, file);
    return await passedOf(script, benchmarks, { STACK_JSON: file });
  } finally {
    await service.stop();
  }
};

/**
 * Runs each benchmark small: those of the deployed service on one deployment, the others beside them. Writes their
 * number as a test report.
 *
 * @param script runs the benchmark that is its argument.
 * @throws UserError if one fails.
 */
export const runAllSmall = async (script: string, benchmarks: readonly Benchmark[]): Promise<void> => {
  const [onDeployment, others] = [true, false].map((needed) =>
    benchmarks.filter(({ needsDeployment = false }) => needsDeployment === needed),
  ) as [Benchmark[], Benchmark[]];
  const passed = await Promise.all([passedOnDeployment(script, onDeployment), passedOf(script, others, {})]);
  const failed = benchmarks.length - passed.reduce((sum, one) => sum + one, 0);
  writeTestReport('bench', { passed: benchmarks.length - failed, failed });
  if (failed > 0) throw new UserError(`${failed} of ${benchmarks.length} benchmarks failed.`);
};
