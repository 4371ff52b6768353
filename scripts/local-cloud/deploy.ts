import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { StageConfig } from '#infra/stage-config';
import { runCdk } from './cdk.ts';
import { STATE_FOLDER } from './folders.ts';
import type { Stack } from './stack.ts';

/** What the stage `local` is deployed with. */
export interface DeployOptions {
  /** Base address of the local cloud. */
  endpoint: string;
  stage: StageConfig;
  /** Keeps this deployment's files in `.local` apart from another's. */
  name: string;
  /** Called with the name of each stack as it is done. */
  onStack?: (name: string) => void;
  /** Ends the deployment early. */
  signal?: AbortSignal;
}

/** What the stacks tell of themselves, under whichever stack's name. */
const Outputs = v.object({
  ApiId: v.string(),
  TableName: v.string(),
});

const QUEUE_OUTPUT = /^QueueUrl(.+)$/;

const kebabCase = (name: string): string => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase();

const readOutputs = (file: string): Record<string, string> => {
  const stacks: Record<string, Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
  return Object.assign({}, ...Object.values(stacks));
};

/** MiniStack has an outbox of its own; LocalStack's address is what others follow. */
const mailOutbox = async (endpoint: string): Promise<string> => {
  const own = `${endpoint}/_ministack/ses/messages`;
  const { ok } = await fetch(own);
  return ok ? own : `${endpoint}/_aws/ses`;
};

/** The port of a local cloud under the name that browsers and curl know it by. */
const publicAddress = (endpoint: string): string => endpoint.replace('//127.0.0.1:', '//localhost:');

/**
 * Deploys the stage `local` to a local cloud with `cdk deploy`, functions bundled, and describes what came out.
 * What has not changed since the last time is left as it is.
 *
 * @throws UserError saying what failed and where the log is.
 */
export const deployLocalStage = async (options: DeployOptions): Promise<Stack> => {
  const { endpoint, stage, name, onStack, signal } = options;
  const folder = join(STATE_FOLDER, name);
  mkdirSync(folder, { recursive: true });
  const outputsFile = join(folder, 'outputs.json');
  const logFile = join(folder, 'deploy.log');
  rmSync(logFile, { force: true });

  const cdk = { endpoint, logFile, signal };
  await runCdk(['bootstrap', `aws://000000000000/${stage.region}`, '--app', ''], cdk);
  await runCdk(
    [
      'deploy',
      '--all',
      ...['--context', `stage=${stage.stage}`, '--context', `rateLimitScale=${stage.rateLimitScale}`],
      ...['--require-approval', 'never', '--progress', 'events', '--no-notices', '--concurrency', '8'],
      ...['--output', join(folder, 'cdk.out'), '--outputs-file', outputsFile],
    ],
    {
      ...cdk,
      onLine: (line) => {
        const [, stack] = /✅\s+(\S+)/.exec(line) ?? [];
        if (stack) onStack?.(stack);
      },
    },
  );

  const outputs = readOutputs(outputsFile);
  const { ApiId, TableName } = v.parse(Outputs, outputs);
  const queues = Object.entries(outputs).flatMap(([output, url]) => {
    const [, queue] = QUEUE_OUTPUT.exec(output) ?? [];
    return queue ? [[kebabCase(queue), url]] : [];
  });
  return {
    stage: stage.stage,
    apiUrl: `${publicAddress(endpoint)}/_aws/execute-api/${ApiId}`,
    endpoint,
    region: stage.region,
    tableName: TableName,
    mailOutboxUrl: await mailOutbox(endpoint),
    queues: Object.fromEntries(queues),
    webOrigins: [...stage.webOrigins],
    rateLimitScale: stage.rateLimitScale,
  };
};
