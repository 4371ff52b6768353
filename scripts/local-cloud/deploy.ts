import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { assetBucket } from '#infra/bootstrap';
import { EMULATORS_ACCOUNT } from '#infra/deployer';
import type { StageConfig } from '#infra/stage-config';
import { LOCAL_API_ID, LOCAL_EDGE_SECRET } from '#infra/stages';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { APP, CDK, type DeployedStack, deployCommand, stackReader, synthesisVariables } from '#scripts/deploy/cdk';
import { type CommandOptions, runCommand } from './command.ts';
import {
  forgetDeployed,
  readDeployed,
  readOutputs,
  recordDeployed,
  type StackOutputs,
  stacksOf,
  stacksToDeploy,
} from './deployed-stacks.ts';
import { PROJECT_FOLDER, STATE_FOLDER } from './folders.ts';
import type { Stack } from './stack.ts';
import { UserError } from './user-error.ts';

/** The options of deploying the stage `local`. */
export interface DeployOptions {
  /** Base address of the local cloud. */
  endpoint: string;
  /** The address at which callers will reach the API, without `/v1`. */
  apiUrl: string;
  stage: StageConfig;
  /** Distinguishes this deployment's files in `.local` from those of others. */
  name: string;
  /** Whether the cloud still holds the last deployment of this name, so that only changed stacks are deployed. */
  isUpdate?: boolean;
  /** Called with each stack once it is deployed. */
  onStack?: (stack: DeployedStack) => void;
  /** Ends the deployment early. */
  signal?: AbortSignal;
}

type Run = (name: string, args: string[], more?: Partial<CommandOptions>) => Promise<void>;

/** Synthesises the stacks as the CDK's own command would, so that this and the bootstrap run in parallel. */
const synthesise = (run: Run, apiUrl: string, stage: StageConfig, assemblyFolder: string): Promise<void> =>
  run('Synthesis', [APP], {
    environment: synthesisVariables({
      assemblyFolder,
      account: EMULATORS_ACCOUNT,
      region: stage.region,
      context: {
        stage: stage.stage,
        rateLimitScale: String(stage.rateLimitScale),
        apiUrl,
        // Checks that templates will deploy on AWS, which takes seconds. That is done for stages on AWS, and in the
        // tests.
        '@aws-cdk/core:validateAgainstDefaultRules': false,
      },
    }),
  });

/** Creates the bucket for the code of `cdk deploy`, unless it exists. */
const bootstrap = async (run: Run, endpoint: string, region: string): Promise<void> => {
  const bucket = await fetch(`${endpoint}/${assetBucket(EMULATORS_ACCOUNT, region)}`, { method: 'HEAD' });
  // Anything but "not found" means that it exists, even a refusal of this unsigned request.
  if (bucket.status === 404)
    await run('cdk bootstrap', [CDK, 'bootstrap', `aws://${EMULATORS_ACCOUNT}/${region}`, '--app', '']);
};

/** The outputs of all stacks together. */
const Outputs = v.object({
  ApiId: v.string(),
  TableName: v.string(),
  BucketName: v.string(),
});

/** The addresses of a stack's queues by name. */
const QueueUrls = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

const summarise = (outputs: StackOutputs) => {
  const queues = Object.values(outputs).map(({ QueueUrls: urls = '{}' }) => v.parse(QueueUrls, urls));
  return {
    ...v.parse(Outputs, Object.assign({}, ...Object.values(outputs))),
    queues: Object.assign({}, ...queues) as Readonly<Record<string, string>>,
  };
};

/** MiniStack has its own outbox; other emulators use LocalStack's address. */
const mailOutbox = async (endpoint: string): Promise<string> => {
  const own = `${endpoint}/_ministack/ses/messages`;
  const { ok } = await fetch(own);
  return ok ? own : `${endpoint}/_aws/ses`;
};

/** Runs all in parallel. The first failure ends the others. */
const allOrNone = async (signal: AbortSignal | undefined, works: ((signal: AbortSignal) => Promise<void>)[]) => {
  const failure = new AbortController();
  const either = AbortSignal.any([failure.signal, ...(signal ? [signal] : [])]);
  try {
    await Promise.all(works.map((work) => work(either)));
  } catch (error) {
    failure.abort();
    throw error;
  }
};

/**
 * Bundles the functions, deploys the stage `local` to a local cloud with `cdk deploy`, and describes the result.
 * Unchanged parts are left as they are.
 *
 * @throws UserError stating what failed and where the log is.
 */
export const deployLocalStage = async (options: DeployOptions): Promise<Stack> => {
  const { endpoint, apiUrl, stage, onStack, signal } = options;
  const folder = join(STATE_FOLDER, options.name);
  mkdirSync(folder, { recursive: true });
  const [assemblyFolder, outputsFile] = [join(folder, 'cdk.out'), join(folder, 'outputs.json')];
  const logFile = join(folder, 'deploy.log');
  rmSync(logFile, { force: true });
  const runWith =
    (ending: AbortSignal | undefined): Run =>
    (name, args, more) =>
      runCommand(args, { name, endpoint, logFile, signal: ending, ...more });

  await allOrNone(signal, [
    async (ending) => {
      await bundleFunctions(listFunctions(), join(PROJECT_FOLDER, 'dist'));
      await synthesise(runWith(ending), apiUrl, stage, assemblyFolder);
    },
    (ending) => bootstrap(runWith(ending), endpoint, stage.region),
  ]);
  const before = options.isUpdate ? readDeployed(folder) : undefined;
  const stacks = stacksOf(assemblyFolder);
  const changed = stacksToDeploy(stacks, before);
  forgetDeployed(folder);
  rmSync(outputsFile, { force: true });
  // The CDK would compare each stack with the cloud's, which takes longer than deploying one.
  if (changed === 'all' || changed.length > 0)
    await runWith(signal)(
      'cdk deploy',
      deployCommand(assemblyFolder, [
        ...(changed === 'all' ? ['--all'] : [...changed, '--exclusively', '--method', 'direct']),
        ...['--outputs-file', outputsFile],
      ]),
      onStack && { onLine: stackReader(onStack) },
    );
  const outputs = { ...before?.outputs, ...readOutputs(outputsFile) };
  recordDeployed(folder, { stacks, outputs });

  const { ApiId, TableName, BucketName, queues } = summarise(outputs);
  if (ApiId !== LOCAL_API_ID)
    throw new UserError(`The cloud gave the API the id ${ApiId} instead of ${LOCAL_API_ID}: it ignores ms-custom-id.`);
  return {
    stage: stage.stage,
    apiUrl,
    endpoint,
    region: stage.region,
    tableName: TableName,
    bucketName: BucketName,
    mailOutboxUrl: await mailOutbox(endpoint),
    queues,
    webOrigins: [...stage.webOrigins],
    rateLimitScale: stage.rateLimitScale,
    edgeSecret: LOCAL_EDGE_SECRET,
  };
};
