import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { STSClient } from '@aws-sdk/client-sts';
import { assetBucket } from '#infra/bootstrap';
import { deployableStage } from '#infra/deployer';
import { EDGE_REGION, type StageConfig } from '#infra/stage-config';
import { stageConfig } from '#infra/stages';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { runProgram } from '#scripts/command-line/program';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';
import { makeEdgeSecrets, readableEdgeSecrets } from '#scripts/ops/edge-secrets';
import { alarmsOf } from '#scripts/ops/stage-effects';
import { APP, synthesisVariables } from './cdk.ts';
import { makeStageStacks, type StageStacks } from './cloud-formation.ts';
import { emptyBucket } from './empty-bucket.ts';
import { bootstrapCredentials, callerAccount } from './identity.ts';
import { stacksOfRegions } from './regions.ts';
import { makeReleaseStore } from './release-store.ts';
import type { StageDeployment } from './stage-deployment.ts';

/** @throws UserError when there is no such stage, its settings are refused, or it is not for these credentials. */
const settingsOf = (name: string): StageConfig => {
  try {
    const stage = stageConfig(name, { rateLimitScale: process.env['RATE_LIMIT_SCALE'] });
    if (stage.stage === 'local') throw new UserError('`npm start` deploys the stage local.');
    return stage;
  } catch (error) {
    throw new UserError((error as Error).message);
  }
};

const checkedAccount = async (stage: StageConfig): Promise<string> => {
  const account = await callerAccount(new STSClient({ region: stage.region }), stage.stage);
  try {
    deployableStage(stage, { account, endpoint: process.env['AWS_ENDPOINT_URL'] });
  } catch (error) {
    throw new UserError((error as Error).message);
  }
  return account;
};

const askAtTerminal = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};

const git = (...args: string[]): string => spawnSync('git', args, { cwd: PROJECT_FOLDER, encoding: 'utf8' }).stdout;

/** The commit of the project's folder; undefined when something in it is not committed. */
const currentCommit = (): string | undefined =>
  git('status', '--porcelain')?.trim() === '' ? git('rev-parse', 'HEAD').trim() : undefined;

/**
 * The stacks of a stage in its region and in that of edges and probes. Without one, nothing of the stage is there, unless it
 * had one: then the account is bootstrapped there.
 */
const stacksOf = async (account: string, stage: StageConfig): Promise<StageStacks> => {
  const { region } = stage;
  const stacksIn = async (place: string): Promise<StageStacks> => {
    const where = { ...stage, region: place };
    const credentials = await bootstrapCredentials(new STSClient({ region: place }), 'deploy', account, where);
    return makeStageStacks(new CloudFormationClient({ region: place, credentials }), stage.stage);
  };
  const own = await stacksIn(region);
  if (region === EDGE_REGION) return own;
  const atEdge = await stacksIn(EDGE_REGION).catch((error: unknown) => {
    if (stage.edge ?? stage.outsideProbe) throw error;
    return undefined;
  });
  return stacksOfRegions({ [region]: own, ...(atEdge && { [EDGE_REGION]: atEdge }) });
};

/**
 * How a stage on AWS is deployed, once it is certain that the credentials of this shell are for it.
 *
 * @throws UserError with what is missing, and what to do.
 */
export const stageOnAws = async (name: string): Promise<StageDeployment> => {
  const stage = settingsOf(name);
  const { region } = stage;
  const account = await checkedAccount(stage);
  console.log(`Stage ${stage.stage}: AWS account ${account}, region ${region}`);
  const [stacks, publisher] = await Promise.all([
    stacksOf(account, stage),
    bootstrapCredentials(new STSClient({ region }), 'file-publishing', account, stage),
  ]);
  const folder = join(STATE_FOLDER, `deploy-${stage.stage}`);
  mkdirSync(folder, { recursive: true });
  const logFile = join(folder, 'deploy.log');
  const buckets = new S3Client({ region });
  return {
    stage,
    folder,
    synthesise: async (assemblyFolder) => {
      await bundleFunctions(listFunctions(), join(PROJECT_FOLDER, 'dist'));
      const context = { stage: stage.stage };
      const environment = { ...process.env, ...synthesisVariables({ assemblyFolder, account, region, context }) };
      await runProgram([APP], { name: 'Synthesis', logFile, environment });
    },
    runCdk: (args, onLine) => {
      const environment = { ...process.env, AWS_REGION: region, CDK_DISABLE_CLI_TELEMETRY: '1', NO_COLOR: '1' };
      return runProgram(args, { name: 'cdk deploy', logFile, environment, onLine });
    },
    stacks,
    edgeSecrets: () =>
      readableEdgeSecrets(makeEdgeSecrets(new SecretsManagerClient({ region: EDGE_REGION }), stage.stage)),
    commit: currentCommit(),
    releases: makeReleaseStore(
      new S3Client({ region, credentials: publisher }),
      assetBucket(account, region),
      stage.stage,
    ),
    now: () => new Date().toISOString(),
    emptyBucket: (bucketName) => emptyBucket(buckets, bucketName),
    ask: process.stdin.isTTY && process.stdout.isTTY ? askAtTerminal : undefined,
    say: (line) => console.log(line),
    smoke: { fetch, wait },
    alarms: alarmsOf(stage),
  };
};
