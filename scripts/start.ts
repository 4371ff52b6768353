import { parseArgs } from 'node:util';
import type { StageConfig } from '#infra/stage-config';
import { type Cloud, namedEndpoint, openCloud } from '#scripts/local-cloud/cloud';
import { deployLocalStage } from '#scripts/local-cloud/deploy';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import { runScript } from '#scripts/local-cloud/run-script';
import { announceRunning, findRunning, retractRunning } from '#scripts/local-cloud/running';
import { STACK_FILE, type Stack, writeStack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';

const DEFAULT_PORT = 4566;
const LOG_FILE = `${STATE_FOLDER}/ministack.log`;

const HELP = `npm start: deploys the service to a local cloud and keeps it running until Ctrl-C.
While one runs, another \`npm start\` deploys what you have edited to it, and ends.

  PORT=<number>              port of the local cloud (default ${DEFAULT_PORT})
  RATE_LIMIT_SCALE=<number>  factor on every rate limit (default 1)
  AWS_ENDPOINT_URL=<url>     use this local cloud instead of starting one
`;

const readPort = (): number => {
  const port = Number(process.env['PORT'] ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UserError(`PORT must be a number from 1 to 65535, not ${process.env['PORT']}.`);
  return port;
};

const introduce = (stack: Stack): void => {
  console.log(`
The API   ${stack.apiUrl}/v1
Mails     ${stack.mailOutboxUrl}
For tools ${STACK_FILE}

A first request:

  curl -s ${stack.apiUrl}/v1/signup -H 'content-type: application/json' \\
    -d '{"email":"ada@example.com","password":"three quiet herons at dusk"}'

The whole journey, from a widget to a verified webhook: npm run demo
`);
};

const deploy = async (endpoint: string, stage: StageConfig, signal?: AbortSignal): Promise<Stack> => {
  const startedAt = performance.now();
  console.log(`Deploying the stage local to ${endpoint} ...`);
  const stack = await deployLocalStage({
    endpoint,
    stage,
    name: 'start',
    onStack: (name) => console.log(`  ${name}`),
    ...(signal && { signal }),
  });
  console.log(`Deployed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  return stack;
};

/** Deploys what was edited to the cloud of another `npm start`. */
const redeploy = async (endpoint: string, stage: StageConfig): Promise<void> => {
  const stack = await deploy(endpoint, stage);
  writeStack(stack);
  introduce(stack);
};

/** Aborted, once, by the first signal that asks this process to end. */
const interruption = (): AbortSignal => {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  return controller.signal;
};

/** Resolves when somebody interrupts us; throws when the cloud that we started ends before. */
const untilInterrupted = async (cloud: Cloud, interrupted: AbortSignal): Promise<void> => {
  // Keeps the process alive beside a cloud that is not its child.
  const alive = setInterval(() => undefined, 60_000);
  const interruption = new Promise<'interrupted'>((resolve) => {
    if (interrupted.aborted) resolve('interrupted');
    interrupted.addEventListener('abort', () => resolve('interrupted'));
  });
  const outcome = await Promise.race([interruption, ...(cloud.started ? [cloud.started.ended] : [])]);
  clearInterval(alive);
  if (outcome !== 'interrupted') throw new UserError(`The local cloud ended by itself: see ${LOG_FILE}`);
};

const runUntilInterrupted = async (port: number, stage: StageConfig): Promise<void> => {
  const interrupted = interruption();
  const cloud = await openCloud({ port, logFile: LOG_FILE });
  if (cloud.started) console.log(`Started the local cloud (log: ${LOG_FILE}).`);
  try {
    const stack = await deploy(cloud.endpoint, stage, interrupted);
    announceRunning(cloud.endpoint, stack);
    introduce(stack);
    console.log('Running. Ctrl-C stops it.');
    await untilInterrupted(cloud, interrupted);
  } catch (error) {
    if (!interrupted.aborted) throw error;
  } finally {
    retractRunning();
    await cloud.stop();
  }
  console.log('Stopped.');
};

await runScript(async () => {
  if (parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values.help) return console.log(HELP);
  const port = readPort();
  // Checked here already, so that a wrong value is told before anything is started.
  const stage = localStage(process.env['RATE_LIMIT_SCALE']);
  const running = findRunning();
  const wanted = namedEndpoint() ?? `http://127.0.0.1:${port}`;
  if (running?.endpoint === wanted) await redeploy(wanted, stage);
  else await runUntilInterrupted(port, stage);
});
