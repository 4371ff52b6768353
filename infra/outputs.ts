import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnOutput, type Stack } from 'aws-cdk-lib/core';
import { apiUrlOf } from './constructs/api-function.ts';
import type { Foundation } from './deployment.ts';
import type { Queues } from './stacks/consumer-group.ts';
import type { StageConfig } from './stage-config.ts';

/** The outputs of a deployment for its tools, in the stack `kyb-service-<stage>-api`. */
export const makeOutputs = (
  stack: Stack,
  stage: StageConfig,
  api: HttpApi,
  { table, bucket }: Foundation,
  queues: Queues,
): void => {
  const urls = Object.fromEntries(Object.entries(queues).map(([name, { queueUrl }]) => [name, queueUrl]));
  const outputs: Readonly<Record<string, string>> = {
    ApiId: api.apiId,
    ApiUrl: apiUrlOf(stage, api, stack),
    TableName: table.tableName,
    BucketName: bucket.bucketName,
    /** JSON: queue URL by queue name, dead-letter queues as `<name>-dlq`. */
    QueueUrls: stack.toJsonString(urls),
    /** Comma separated. */
    WebOrigins: stage.webOrigins.join(','),
    RateLimitScale: String(stage.rateLimitScale),
  };
  for (const [name, value] of Object.entries(outputs)) new CfnOutput(stack, name, { value });
};
