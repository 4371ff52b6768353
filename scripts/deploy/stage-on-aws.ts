import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { S3Client } from '@aws-sdk/client-s3';
import { STSClient } from '@aws-sdk/client-sts';
import { deployableStage } from '#infra/deployer';
import type { StageConfig } from '#infra/stage-config';
import { stageConfig } from '#infra/stages';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { listFunctions } from '#scripts/bundle/functions';
import { runProgram } from '#scripts/command-line/program';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';
import { alarmsOf } from '#scripts/ops/stage-effects';
import { APP, synthesisVariables } from './cdk.ts';
import { makeStageStacks } from './cloud-formation.ts';
import { emptyBucket } from './empty-bucket.ts';
import { callerAccount, deployRoleCredentials } from './identity.ts';
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
  const credentials = await deployRoleCredentials(new STSClient({ region }), account, stage);
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
    stacks: makeStageStacks(new CloudFormationClient({ region, credentials }), stage.stage),
    emptyBucket: (bucketName) => emptyBucket(buckets, bucketName),
    ask: process.stdin.isTTY && process.stdout.isTTY ? askAtTerminal : undefined,
    say: (line) => console.log(line),
    smoke: { fetch, wait },
    alarms: alarmsOf(stage),
  };
};
