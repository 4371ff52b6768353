import { makeApp } from './cdk-app.ts';
import { deployableStage } from './deployer.ts';
import { makePipelineStack } from './stacks/pipeline.ts';
import { StageRefused } from './stage-rules.ts';
import { stageConfig } from './stages.ts';

/*
 * What lets a workflow deploy a stage. An administrator deploys it once, by hand: a pipeline that could change its own
 * permissions would have all of them.
 */

const { env } = process;

try {
  const app = makeApp();
  const config = stageConfig(app.node.tryGetContext('stage'), { rateLimitScale: undefined });
  const stage = deployableStage(config, { account: env['CDK_DEFAULT_ACCOUNT'], endpoint: env['AWS_ENDPOINT_URL'] });
  makePipelineStack(app, stage, {
    repository: app.node.tryGetContext('repository'),
    isProviderThere: app.node.tryGetContext('oidcProvider') === 'existing',
  });
  app.synth();
} catch (error) {
  if (!(error instanceof StageRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
