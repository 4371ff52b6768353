import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/stage-config';

/**
 * A log group with a fixed name. If data is protected, it outlives its function for as long as its lines are kept,
 * because incidents are still investigated after a function was removed. A deploy that restores such a function adopts
 * its group with `--import-existing-resources`.
 */
export const makeLogGroup = (
  scope: Construct,
  id: string,
  logGroupName: string,
  retention: StageConfig['logRetentionDays'] | StageConfig['accessLogRetentionDays'],
  { protectData }: Pick<StageConfig, 'protectData'>,
): LogGroup =>
  new LogGroup(scope, id, {
    logGroupName,
    retention,
    // Not kept after a failed first deploy, whose successor would find the name taken.
    removalPolicy: protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
