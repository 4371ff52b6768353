import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStacksCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { deliverWebhookConsumer } from '#functions/events/deliver-webhook.consumer';
import { bundleAsUsual } from '#tests/bench/peers/bundles';
import { localClientSettings } from '#tests/support/local-client-settings';
import type { DeployedService } from './deployed.ts';

/** The floor of a delivery, deployed. */
export interface FloorPipeline {
  /** Puts one message on its queue. Returns the mark that its POST carries. */
  send(endpoint: string): Promise<string>;
}

const STACK = 'webhook-floor';

const template = (code: string, tableName: string, endpoint: string) => {
  const { batchSize, maxConcurrency } = deliverWebhookConsumer.trigger;
  return {
    Resources: {
      Queue: { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 60 } },
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
          },
        },
      },
      Function: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Runtime: 'nodejs24.x',
          Handler: 'index.handler',
          Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
          Code: { ZipFile: code },
          Timeout: 30,
          MemorySize: 1024,
          Environment: { Variables: { TABLE_NAME: tableName, AWS_ENDPOINT_URL: endpoint } },
        },
      },
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] },
          FunctionName: { Ref: 'Function' },
          BatchSize: batchSize,
          ScalingConfig: { MaximumConcurrency: maxConcurrency },
        },
      },
    },
    Outputs: { QueueUrl: { Value: { Ref: 'Queue' } } },
  };
};

/** Deploys the floor beside the service: a queue and one function behind it, with the batches of `deliver-webhook`. */
export const deployFloor = async ({ stack }: DeployedService): Promise<FloorPipeline> => {
  const { endpoint, tableName } = stack;
  const bundle = await bundleAsUsual({ name: STACK, file: 'tests/bench/entries/webhook-floor.ts' });
  const client = new CloudFormationClient(localClientSettings(endpoint));
  const TemplateBody = JSON.stringify(template(readFileSync(bundle, 'utf8'), tableName, endpoint));
  await client.send(new CreateStackCommand({ StackName: STACK, TemplateBody, Capabilities: ['CAPABILITY_IAM'] }));
  await waitUntilStackCreateComplete({ client, maxWaitTime: 60, minDelay: 1 }, { StackName: STACK });
  const described = await client.send(new DescribeStacksCommand({ StackName: STACK }));
  const queueUrl = described.Stacks?.[0]?.Outputs?.[0]?.OutputValue;
  client.destroy();
  if (!queueUrl) throw new Error('The floor was not deployed');
  const queues = new SQSClient({ ...localClientSettings(endpoint), useQueueUrlAsEndpoint: false });
  const secret = randomBytes(32).toString('hex');
  return {
    send: async (receiverUrl) => {
      const mark = randomUUID();
      const body = JSON.stringify({ data: { applicantId: mark } });
      const message = { id: mark, endpoint: receiverUrl, secret, body };
      await queues.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message) }));
      return mark;
    },
  };
};
