import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStacksCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { deliverWebhookConsumer } from '#functions/events/deliver-webhook.consumer';
import { planDeliveryConsumer } from '#functions/events/plan-delivery.consumer';
import { publishEventsConsumer } from '#functions/events/publish-events.consumer';
import { bundleFunctions } from '#scripts/bundle/bundle';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localClientSettings } from '#tests/support/local-client-settings';
import type { DeployedService } from './deployed.ts';
import type { WebhookPath } from './webhook-hops.ts';

/** The path of a webhook without any work on it, deployed: the cloud alone. */
export interface BarePath extends WebhookPath {
  /** Writes one event to its table. Returns the mark that its POST carries, which is also its id. */
  send(endpoint: string): Promise<string>;
}

const ENTRY = { name: 'webhook-path', file: 'tests/bench/entries/webhook-path.ts' } as const;
const FOLDER = join(STATE_FOLDER, 'bench', 'path');
const SOURCE = 'bench';

/** Its functions, by the steps that they stand for. */
const FUNCTIONS = { publish: 'bare-publish', plan: 'bare-plan', deliver: 'bare-deliver' } as const;

/** Loads the bundle from this machine, because a template has room for 4 kB of code, and the emulator runs it here. */
const codeOf = (bundle: string): string =>
  `const loaded = import(${JSON.stringify(pathToFileURL(bundle).href)});
exports.handler = async (event) => (await loaded).handler(event);`;

const arnOf = (resource: string) => ({ 'Fn::GetAtt': [resource, 'Arn'] });

const lambda = (name: string, code: string, variables: object) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    FunctionName: name,
    Runtime: 'nodejs24.x',
    Handler: 'index.handler',
    Role: arnOf('Role'),
    Code: { ZipFile: code },
    Timeout: 30,
    MemorySize: 1024,
    Environment: { Variables: variables },
  },
});

const mapping = (functionName: string, properties: object) => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { FunctionName: { Ref: functionName }, ...properties },
});

const queueMapping = (
  functionName: string,
  queue: string,
  { batchSize, maxConcurrency }: { readonly batchSize: number; readonly maxConcurrency: number },
) =>
  mapping(functionName, {
    EventSourceArn: arnOf(queue),
    BatchSize: batchSize,
    ScalingConfig: { MaximumConcurrency: maxConcurrency },
  });

const template = (code: string, endpoint: string) => {
  const cloud = { AWS_ENDPOINT_URL: endpoint };
  const queue = { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 60 } };
  const key = { AttributeName: 'eventId', AttributeType: 'S' };
  return {
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: [key],
          KeySchema: [{ AttributeName: 'eventId', KeyType: 'HASH' }],
          StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
        },
      },
      Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'bare-path' } },
      Plans: queue,
      Deliveries: queue,
      Rule: {
        Type: 'AWS::Events::Rule',
        Properties: {
          EventBusName: { Ref: 'Bus' },
          EventPattern: { source: [SOURCE] },
          Targets: [{ Id: 'plans', Arn: arnOf('Plans') }],
        },
      },
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
          },
        },
      },
      Publish: lambda(FUNCTIONS.publish, code, { ...cloud, BUS_NAME: { Ref: 'Bus' }, EVENT_SOURCE: SOURCE }),
      Plan: lambda(FUNCTIONS.plan, code, { ...cloud, DELIVERY_QUEUE_URL: { Ref: 'Deliveries' } }),
      Deliver: lambda(FUNCTIONS.deliver, code, cloud),
      Stream: mapping('Publish', {
        EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
        BatchSize: publishEventsConsumer.trigger.batchSize,
        StartingPosition: 'TRIM_HORIZON',
      }),
      Planning: queueMapping('Plan', 'Plans', planDeliveryConsumer.trigger),
      Delivering: queueMapping('Deliver', 'Deliveries', deliverWebhookConsumer.trigger),
    },
    Outputs: { TableName: { Value: { Ref: 'Table' } } },
  };
};

/** Deploys the path beside the service: stream, bus, two queues and three functions, with the batches of ours. */
export const deployBarePath = async ({ stack: { endpoint } }: DeployedService): Promise<BarePath> => {
  await bundleFunctions([ENTRY], FOLDER);
  const code = codeOf(join(FOLDER, ENTRY.name, 'index.mjs'));
  const client = new CloudFormationClient(localClientSettings(endpoint));
  const TemplateBody = JSON.stringify(template(code, endpoint));
  await client.send(new CreateStackCommand({ StackName: ENTRY.name, TemplateBody, Capabilities: ['CAPABILITY_IAM'] }));
  await waitUntilStackCreateComplete({ client, maxWaitTime: 60, minDelay: 1 }, { StackName: ENTRY.name });
  const described = await client.send(new DescribeStacksCommand({ StackName: ENTRY.name }));
  const tableName = described.Stacks?.[0]?.Outputs?.[0]?.OutputValue;
  client.destroy();
  if (!tableName) throw new Error('The path was not deployed');
  const table = DynamoDBDocumentClient.from(new DynamoDBClient(localClientSettings(endpoint)));
  return {
    ...FUNCTIONS,
    send: async (receiverUrl) => {
      const eventId = randomUUID();
      await table.send(new PutCommand({ TableName: tableName, Item: { eventId, endpoint: receiverUrl } }));
      return eventId;
    },
  };
};
