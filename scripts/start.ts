import type { StageConfig } from '#infra/stage-config';
import type { DeployedStack } from '#scripts/deploy/cdk';
import { type Cloud, isResponding, openCloud, type WithApi, withApi } from '#scripts/local-cloud/cloud';
import { deployLocalStage } from '#scripts/local-cloud/deploy';
import { apiUrlAt } from '#scripts/local-cloud/gateway';
import { localStage } from '#scripts/local-cloud/local-stage';
import { freePort, requireFreePort } from '#scripts/local-cloud/port';
import { runScript } from '#scripts/local-cloud/run-script';
import { announceStack, findRunning, logFileOf, type Running, retractRunning } from '#scripts/local-cloud/running';
import { STACK_FILE, type Stack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';

const DEFAULT_PORT = 4566;

const USAGE = {
  command: 'npm start',
  does: `Deploys the service to a local cloud and keeps it running until Ctrl-C; its data ends with it. While one runs, another
\`npm start\` with the same PORT deploys your edits to it, and ends.`,
  environment: {
    'PORT=<number>': `the port of the API (default ${DEFAULT_PORT})`,
    'RATE_LIMIT_SCALE=<number>': 'a factor for every rate limit (default 1)',
    'AWS_ENDPOINT_URL=<url>': 'uses this local cloud instead of starting one',
  },
} as const;

const readPort = (): number => {
  const port = Number(process.env['PORT'] ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UserError(`PORT must be a number from 1 to 65535, not ${process.env['PORT']}.`);
  return port;
};

const printAddresses = (stack: Stack): void => {
  console.log(`
The API   ${stack.apiUrl}/v1
Reference ${stack.apiUrl}/v1/docs
Mails     ${stack.mailOutboxUrl}
For tools ${STACK_FILE}

A first request:

  curl -s ${stack.apiUrl}/v1/signup -H 'content-type: application/json' \\
    -d '{"email":"ada@example.com","password":"three quiet herons at dusk"}'

The whole journey, from a widget to a verified webhook: npm run demo
`);
};

interface DeployRequest {
  endpoint: string;
  apiUrl: string;
  stage: StageConfig;
  isUpdate: boolean;
  onStack: (stack: DeployedStack) => void;
  signal?: AbortSignal;
}

const deploy = async (request: DeployRequest): Promise<{ stack: Stack; seconds: string }> => {
  const startedAt = performance.now();
  console.log(`Deploying the stage local to ${request.endpoint} ...`);
  const stack = await deployLocalStage({ ...request, name: `start-${new URL(request.apiUrl).port}` });
  return { stack, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) };
};

/** Deploys the edits to the cloud of another `npm start`, and prints what changed. */
const redeploy = async ({ endpoint, apiUrl, pid }: Running, stage: StageConfig): Promise<void> => {
  let changed = 0;
  const onStack = ({ name, hasChanged, functions }: DeployedStack): void => {
    if (!hasChanged) return;
    changed += 1;
    console.log(`  ${[name, functions.join(', ')].filter(Boolean).join(': ')}`);
  };
  const { stack, seconds } = await deploy({ endpoint, apiUrl, stage, isUpdate: true, onStack });
  announceStack(stack, pid);
  console.log(changed === 0 ? `Nothing has changed (${seconds} s).` : `Deployed in ${seconds} s.`);
};

/** Aborts, once, at the first signal to end this process. */
const interruption = (): AbortSignal => {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  return controller.signal;
};

/** Resolves on interruption. Throws when the cloud that we started ends before. */
const untilInterrupted = async (cloud: WithApi<Cloud>, interrupted: AbortSignal): Promise<void> => {
  // Keeps the process alive next to a cloud that is not its child.
  const alive = setInterval(() => undefined, 60_000);
  const interruption = new Promise<'interrupted'>((resolve) => {
    if (interrupted.aborted) resolve('interrupted');
    interrupted.addEventListener('abort', () => resolve('interrupted'));
  });
  const outcome = await Promise.race([interruption, ...(cloud.started ? [cloud.started.ended] : [])]);
  clearInterval(alive);
  if (outcome !== 'interrupted')
    throw new UserError(`The local cloud stopped by itself. See ${logFileOf(cloud.apiUrl)}`);
};

const runUntilInterrupted = async (apiUrl: string, port: number, stage: StageConfig): Promise<void> => {
  const interrupted = interruption();
  const logFile = logFileOf(apiUrl);
  await requireFreePort(port);
  const cloud = await withApi(await openCloud({ port: await freePort(), logFile }), port);
  if (cloud.started) console.log(`Started the local cloud (log: ${logFile}).`);
  try {
    const onStack = ({ name }: DeployedStack): void => console.log(`  ${name}`);
    const { stack, seconds } = await deploy({
      endpoint: cloud.endpoint,
      apiUrl,
      stage,
      isUpdate: false,
      onStack,
      signal: interrupted,
    });
    console.log(`Deployed in ${seconds} s.`);
    announceStack(stack, process.pid);
    printAddresses(stack);
    console.log('Running. Press Ctrl-C to stop it and delete its data.');
    await untilInterrupted(cloud, interrupted);
  } catch (error) {
    if (!interrupted.aborted) throw error;
  } finally {
    retractRunning(apiUrl);
    await cloud.stop();
  }
  console.log('Stopped.');
};

await runScript(USAGE, async () => {
  const port = readPort();
  // Checked early, so that a wrong value is reported before anything is started.
  const stage = localStage(process.env['RATE_LIMIT_SCALE']);
  const apiUrl = apiUrlAt(port);
  const running = findRunning(apiUrl);
  if (running && (await isResponding(running.endpoint))) await redeploy(running, stage);
  else await runUntilInterrupted(apiUrl, port, stage);
});
