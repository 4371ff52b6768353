import { Code } from 'aws-cdk-lib/aws-lambda';
import { makeApp } from './cdk-app.ts';
import { deployableStage } from './deployer.ts';
import { makeService } from './service.ts';
import { StageRefused } from './stage-rules.ts';
import { stageConfig } from './stages.ts';

const { env } = process;

try {
  const app = makeApp();
  const config = stageConfig(app.node.tryGetContext('stage'), {
    rateLimitScale: app.node.tryGetContext('rateLimitScale') ?? env['RATE_LIMIT_SCALE'],
    apiUrl: app.node.tryGetContext('apiUrl'),
  });
  const stage = deployableStage(config, { account: env['CDK_DEFAULT_ACCOUNT'], endpoint: env['AWS_ENDPOINT_URL'] });
  // The CDK's own review of the templates takes longer than the whole local deploy, which would reveal the same
  // problems.
  if (stage.stage === 'local') env['CDK_VALIDATION'] ??= 'false';
  makeService(app, { stage, codeOf: (functionName) => Code.fromAsset(`dist/${functionName}`) });
  app.synth();
} catch (error) {
  if (!(error instanceof StageRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
