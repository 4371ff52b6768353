import { availableParallelism } from 'node:os';
import { createCLI } from 'vitest/node';
import { runTool } from '#scripts/command-line/tool';
import { helpText, UsageError } from '#scripts/command-line/usage';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';
import { runningStack } from '#tests/support/setup/running-stack';

const USAGE = {
  command: 'npm test',
  does: `Runs the unit, integration and infra suites, without tests under load; npm run test:unit, test:integration,
test:infra, test:faults, test:e2e, test:browser, test:generators, test:deploy, test:scaffold and test:kill one each. Every
option of vitest is taken as well: npx vitest --help.`,
  words: { name: '<file>', help: 'part of the paths of the test files to run', count: 'any' },
  options: {
    testNamePattern: { value: '<pattern>', short: 't', help: 'only tests whose names match' },
    update: { short: 'u', help: 'updates snapshots' },
  },
  environment: {
    'DDB_LOCAL=1': "uses AWS's DynamoDB Local (Java 17 or newer) instead of MiniStack",
    'APPLICANTS=<number>': 'test:kill: how many applicants go through while workers are killed (default 200)',
    'SEED=<number>': 'test:faults and test:kill: repeats the random choices of an earlier run',
    'CHROMIUM=<file>': 'test:browser: the browser (default /usr/bin/chromium)',
    'STACK_JSON=<file>':
      'test:e2e, test:browser, test:generators: tests the deployment that the file describes, such as .local/stack.json',
  },
} as const;

/** @throws UsageError naming the option that vitest does not have, or the one that lacks a value. */
const checkOptions = (words: readonly string[]): void => {
  const cli = createCLI();
  try {
    cli.parse(['node', 'vitest', 'run', ...words], { run: false });
    cli.matchedCommand?.checkUnknownOptions();
    cli.matchedCommand?.checkOptionValue();
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. See \`npm test -- --help\`.`);
  }
};

/** Suites come first, comma-separated, as package.json names them. */
const [suites = '', ...words] = process.argv.slice(2);
try {
  if (words.includes('--help') || words.includes('-h')) process.stdout.write(helpText(USAGE));
  else {
    checkOptions(words);
    // Checked here as well as in the suite's own setup, so that the problem is reported in one line.
    if (['e2e', 'browser', 'generators'].includes(suites)) runningStack();
    // Compiled code of workers and of scripts that tests start, which later ones reuse.
    process.env['NODE_COMPILE_CACHE'] ??= `${STATE_FOLDER}/compile-cache`;
    const projects = suites.split(',').flatMap((suite) => ['--project', suite]);
    // These tests wait for the emulator: one worker more than there are cores uses the time of the others' waits.
    const waits = /integration|faults/.test(suites);
    const workers = waits ? [`--maxWorkers=${availableParallelism() + 1}`] : [];
    process.exitCode = await runTool('vitest', ['run', ...projects, ...workers, ...words]);
  }
} catch (error) {
  console.error(error instanceof UsageError || error instanceof UserError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
