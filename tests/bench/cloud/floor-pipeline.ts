import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStacksCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { deliverWebhookConsumer } from '#functions/events/deliver-webhook.consumer';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localClientSettings } from '#tests/support/local-client-settings';
import type { DeployedService } from './deployed.ts';

/** The floor of a delivery, deployed. */
export interface FloorPipeline {
  /** Puts one message on its queue. Returns the mark that its POST carries. */
  send(endpoint: string): Promise<string>;
}

/** The floor, as the bundler of the functions finds it. */
export const WEBHOOK_FLOOR = { name: 'webhook-floor', file: 'tests/bench/entries/webhook-floor.ts' } as const;

const FOLDER = join(STATE_FOLDER, 'bench', 'floor');

/** Loads the bundle from this machine, because a template has room for 4 kB of code, and the emulator runs it here. */
const codeOf = (bundle: string): string =>
  `const loaded = import(${JSON.stringify(pathToFileURL(bundle).href)});
exports.handler = async (event) => (await loaded).handler(event);`;

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
  await bundleFunctions([WEBHOOK_FLOOR], FOLDER);
  const code = codeOf(join(FOLDER, WEBHOOK_FLOOR.name, 'index.mjs'));
  const client = new CloudFormationClient(localClientSettings(endpoint));
  const TemplateBody = JSON.stringify(template(code, tableName, endpoint));
  await client.send(
    new CreateStackCommand({ StackName: WEBHOOK_FLOOR.name, TemplateBody, Capabilities: ['CAPABILITY_IAM'] }),
  );
  await waitUntilStackCreateComplete({ client, maxWaitTime: 60, minDelay: 1 }, { StackName: WEBHOOK_FLOOR.name });
  const described = await client.send(new DescribeStacksCommand({ StackName: WEBHOOK_FLOOR.name }));
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
