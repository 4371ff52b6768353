import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { StageConfig } from '#infra/stage-config';

/**
 * A log group with its fixed name. Where data is protected it outlives what writes to it, for as long as its lines are
 * kept: incidents before a function was removed are still investigated. A deploy that brings such a function back
 * adopts its group with `--import-existing-resources`.
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
    // Not after a failed first deploy: the next one would find the name taken.
    removalPolicy: protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
