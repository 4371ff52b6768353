import { wholeNumber } from '#scripts/command-line/read';
import { runFuzzer } from '#scripts/fuzz/fuzzer';
import { readReport, withContainers, writeFuzzReport } from '#scripts/fuzz/report';
import { createSeedData } from '#scripts/fuzz/seed-data';
import { sendWrongContainers } from '#scripts/fuzz/send-containers';
import { openCloud, withApi } from '#scripts/local-cloud/cloud';
import { deployLocalStage } from '#scripts/local-cloud/deploy';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import { freePort } from '#scripts/local-cloud/port';
import { runScript } from '#scripts/local-cloud/run-script';
import { readStack, type Stack } from '#scripts/local-cloud/stack';

/** The access token of the run is valid for fifteen minutes. After that, every response is a 401. */
const MAX_SECONDS = 780;

const USAGE = {
  command: 'npm run fuzz',
  does: `Sends the deployed API requests made from its own OpenAPI document (Schemathesis: examples, coverage, fuzzing, stateful
sequences along the links) and checks every answer against that document; then a container of each wrong type at every
place of every body, which must be refused by that place. Deploys to a local cloud of its own.`,
  options: {
    examples: { value: '<number>', help: 'requests for each operation and phase (default 50, in CI 12)' },
    seconds: {
      value: '<number>',
      help: `keeps going for this many seconds, at most ${MAX_SECONDS} (default: one pass)`,
    },
    seed: { value: '<number>', help: 'seed of the random choices (default: a new one each time, in CI 1)' },
  },
  environment: { 'STACK_JSON=<file>': 'tests the deployment that the file describes, such as .local/stack.json' },
} as const;

/** High enough that no request reaches a limit. */
const RATE_LIMIT_SCALE = '100000';

/** Runs the work on the deployment in the environment, or on a temporary one. */
const onDeployment = async (work: (stack: Stack) => Promise<void>): Promise<void> => {
  const { STACK_JSON: runningStack } = process.env;
  if (runningStack) return work(readStack(runningStack));
  const logFile = `${STATE_FOLDER}/fuzz-ministack.log`;
  const cloud = await withApi(await openCloud({ port: await freePort(), enforceIam: true, logFile }));
  try {
    console.log(`Deploying the stage local to ${cloud.endpoint} ...`);
    const stage = localStage(RATE_LIMIT_SCALE);
    await work(await deployLocalStage({ ...cloud, stage, name: 'fuzz' }));
  } finally {
    await cloud.stop();
  }
};

await runScript(USAGE, async ({ options }) => {
  const inCi = process.env['CI'] === 'true';
  const examples = wholeNumber('examples', options.examples ?? (inCi ? '12' : '50'));
  const seconds = options.seconds === undefined ? undefined : wholeNumber('seconds', options.seconds, MAX_SECONDS);
  const seed = wholeNumber('seed', options.seed ?? (inCi ? '1' : String(1 + Math.floor(Math.random() * 1e9))));

  await onDeployment(async (stack) => {
    const seeded = await createSeedData(stack);
    console.log(`Fuzzing ${stack.apiUrl} (seed ${seed}, ${examples} examples) ...`);
    const { succeeded, reportFile } = await runFuzzer(stack.apiUrl, seeded, { examples, seconds, seed });
    const containers = await sendWrongContainers(stack.apiUrl, seeded.accessToken);
    const report = withContainers(readReport(reportFile), containers);
    writeFuzzReport(report);
    console.log(report.summary);
    if (!succeeded || report.findings > 0) process.exitCode = 1;
  });
});
