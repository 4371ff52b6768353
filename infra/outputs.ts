import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnOutput, type Stack } from 'aws-cdk-lib/core';
import { apiUrlOf } from './constructs/api-function.ts';
import type { Foundation, Queues } from './deployment.ts';
import type { StageConfig } from './stage-config.ts';

/**
 * The outputs of a deployment for its tools, in the stack `kyb-service-<stage>-api`. Those of queues are in the stacks
 * of the queues.
 */
export const makeOutputs = (stack: Stack, stage: StageConfig, api: HttpApi, { table, bucket }: Foundation): void => {
  const outputs: Readonly<Record<string, string>> = {
    ApiId: api.apiId,
    ApiUrl: apiUrlOf(stage, api, stack),
    TableName: table.tableName,
    BucketName: bucket.bucketName,
    /** Comma separated. */
    WebOrigins: stage.webOrigins.join(','),
    RateLimitScale: String(stage.rateLimitScale),
  };
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value });
};

/**
 * The addresses of a stack's queues, as its output `QueueUrls`: JSON, by queue name, dead-letter queues as
 * `<name>-dlq`. Each stack has its own output. The stack of the API therefore needs none of these stacks, and they may
 * need it.
 */
export const makeQueueOutput = (stack: Stack, queues: Queues): void => {
  const urls = Object.fromEntries(Object.entries(queues).map(([name, { queueUrl }]) => [name, queueUrl]));
  new CfnOutput(stack, 'QueueUrls', { value: stack.toJsonString(urls) });
};
