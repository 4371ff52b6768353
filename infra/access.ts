import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Stack } from 'aws-cdk-lib/core';
import type { FunctionTouches } from '#functions/events/consumers';
import { TABLE } from '#shared/db/table';
import type { QueueName, SettingName } from '#shared/http/contract';
import { type TableNeeds, tableAccessOf } from '#shared/http/table-access';
import { ITEM_FAMILIES, type ItemFamily, LIST_FAMILIES, type ListFamily } from '#shared/key-families';
import type { SharedResources } from './deployment.ts';
import { busName, secretName } from './names.ts';
import type { StageConfig } from './stage-config.ts';

/** What determines the permissions of a function; a contract is one, and so is a consumer. */
export interface FunctionNeeds extends TableNeeds {
  readonly touches: FunctionTouches;
}

/** A condition check in a transaction reads, because it reveals what an item holds. */
const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem'];
/** Transactions need the permissions of their parts. */
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];

/**
 * Permissions on items, or on lists of an index, whose partition key matches one of these. A request without a
 * partition key would pass this condition: there is none for these actions, and actions such as `Scan`, which need
 * none, are granted to no function (IAM User Guide, "Multivalued context keys"; DynamoDB Developer Guide, "Using IAM
 * policy conditions for fine-grained access control").
 */
const onPartitions = (actions: string[], resource: string, partitions: string[]): PolicyStatement[] =>
  partitions.length === 0
    ? []
    : [
        new PolicyStatement({
          actions,
          resources: [resource],
          conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
        }),
      ];

const isItemFamily = (family: ItemFamily | ListFamily): family is ItemFamily => family in ITEM_FAMILIES;
const isListFamily = (family: ItemFamily | ListFamily): family is ListFamily => family in LIST_FAMILIES;

const tableStatements = (needs: FunctionNeeds, tableArn: string): PolicyStatement[] => {
  const { reads, writes } = tableAccessOf(needs);
  const items = (families: readonly ItemFamily[]) => families.map((family) => ITEM_FAMILIES[family]);
  const listed = reads.filter(isListFamily).map((family) => LIST_FAMILIES[family]);
  return [
    ...onPartitions(READ, tableArn, items(reads.filter(isItemFamily))),
    ...TABLE.indexes.flatMap(({ name }) => {
      const partitions = listed.filter(({ index }) => index === name).map(({ partition }) => partition);
      return onPartitions(['dynamodb:Query'], `${tableArn}/index/${name}`, partitions);
    }),
    ...onPartitions(WRITE, tableArn, items(writes)),
  ];
};

const SECRETS_OF_SETTINGS: Readonly<Record<SettingName, (stage: StageConfig) => string | undefined>> = {
  checkout: ({ checkout }) => (checkout.kind === 'paystack' ? checkout.secretName : undefined),
  sources: ({ sourcesSecretName }) => sourcesSecretName,
  endpoints: () => undefined,
};

const secretStatements = ({ touches }: FunctionNeeds, stage: StageConfig, stack: Stack): PolicyStatement[] => {
  const names = [
    ...(touches.secrets ?? []).map((name) => secretName(stage.stage, name)),
    ...(touches.settings ?? []).flatMap((setting) => SECRETS_OF_SETTINGS[setting](stage) ?? []),
  ];
  if (names.length === 0) return [];
  return [
    new PolicyStatement({
      actions: ['secretsmanager:GetSecretValue'],
      // Secrets Manager ends every ARN with six random characters.
      resources: names.map((name) => stack.formatArn({ service: 'secretsmanager', resource: `secret:${name}-??????` })),
    }),
  ];
};

const mailStatements = ({ touches }: FunctionNeeds, stage: StageConfig, stack: Stack): PolicyStatement[] => {
  if (!touches.mail) return [];
  const actions = ['ses:SendEmail'];
  if (stage.mailGrant === 'any') return [new PolicyStatement({ actions, resources: ['*'] })];
  const { domain, sender } = stage.mail;
  return [
    new PolicyStatement({
      actions,
      resources: [stack.formatArn({ service: 'ses', resource: 'identity', resourceName: domain })],
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    }),
  ];
};

/**
 * A queue, for a function that sends to it.
 *
 * @throws TypeError when its stack was not given the queue.
 */
export const queueOf = ({ queues }: SharedResources, name: QueueName): IQueue => {
  const queue = queues?.[name];
  if (!queue) throw new TypeError(`A function sends to the queue ${name}, which its stack was not given`);
  return queue;
};

/**
 * The queue for events that cannot be published, for a function that puts them on the bus.
 *
 * @throws TypeError when its stack was not given the queue.
 */
export const unpublishableQueueOf = ({ unpublishableQueue }: SharedResources): IQueue => {
  if (!unpublishableQueue)
    throw new TypeError('A function publishes events in a stack without the queue for unpublishable ones');
  return unpublishableQueue;
};

/** The permissions of a function: no more than its declared touches. It may also write its own log. */
export const statementsOf = (
  needs: FunctionNeeds,
  stage: StageConfig,
  resources: SharedResources,
  stack: Stack,
): PolicyStatement[] => {
  const statements = [
    ...tableStatements(needs, resources.table.tableArn),
    ...secretStatements(needs, stage, stack),
    ...mailStatements(needs, stage, stack),
  ];
  for (const name of needs.touches.queues ?? []) {
    const { queueArn } = queueOf(resources, name);
    statements.push(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }));
  }
  if (needs.touches.bus) {
    const bus = stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: busName(stage.stage) });
    const { queueArn } = unpublishableQueueOf(resources);
    statements.push(
      new PolicyStatement({ actions: ['events:PutEvents'], resources: [bus] }),
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }),
    );
  }
  return statements;
};
