import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Stack } from 'aws-cdk-lib/core';
import { TABLE } from '#shared/db/table';
import { type TableNeeds, tableAccessOf } from '#shared/http/table-access';
import { ITEM_FAMILIES, type ItemFamily, LIST_FAMILIES, type ListFamily, partitionsOf } from '#shared/key-families';
import {
  CAPABILITIES,
  type CapabilityKind,
  type CapabilityName,
  capabilitiesOf,
  type FileUse,
  type QueueName,
  type SettingsName,
} from '#shared/platform/capabilities';
import type { SharedResources } from './deployment.ts';
import { modelStatements } from './model-access.ts';
import { busName, mailConfigurationSet, secretName } from './names.ts';
import type { StageConfig } from './stage-config.ts';

/** A condition check in a transaction reads, because it reveals what an item holds. */
const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem'];
/** Transactions need the permissions of their parts. */
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];

/**
 * Permissions on items, or on lists of an index, whose partition key matches one of these. A request without a
 * partition key would meet this condition, but these actions always have one. Actions such as `Scan`, which need none,
 * are granted to no function (IAM User Guide, "Multivalued context keys"; DynamoDB Developer Guide, "Using IAM policy
 * conditions for fine-grained access control").
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

/**
 * The environment whose items a function may touch; undefined for both. Anyone may call the simulated checkout, so on a
 * stage that takes real money in `live` it reaches only the sandbox.
 */
const onlyEnvironment = ({ touches }: TableNeeds, { checkout }: StageConfig): 'sandbox' | undefined =>
  touches.uses?.includes('simulatedCheckout') && checkout.kind !== 'simulated' ? 'sandbox' : undefined;

const tableStatements = (needs: TableNeeds, stage: StageConfig, tableArn: string): PolicyStatement[] => {
  const { reads, writes } = tableAccessOf(needs);
  const environment = onlyEnvironment(needs, stage);
  const items = (families: readonly ItemFamily[]) => families.map((family) => partitionsOf(family, environment));
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

const SECRETS_OF_SETTINGS: Readonly<Record<SettingsName, (stage: StageConfig) => string | undefined>> = {
  payments: ({ checkout }) => (checkout.kind === 'paystack' ? checkout.secretName : undefined),
  simulatedCheckout: () => undefined,
  sources: ({ sourcesSecretName }) => sourcesSecretName,
  textSettings: () => undefined,
  sales: () => undefined,
  support: () => undefined,
  mailPace: () => undefined,
  noticeCaps: () => undefined,
  addressBudget: () => undefined,
  evidenceRetention: () => undefined,
  google: () => undefined,
  endpoints: () => undefined,
};

/** The permission to read secrets by name. */
const secretStatements = (names: readonly string[], stack: Stack): PolicyStatement[] =>
  names.length === 0
    ? []
    : [
        new PolicyStatement({
          actions: ['secretsmanager:GetSecretValue'],
          // Secrets Manager ends every ARN with six random characters.
          resources: names.map((name) =>
            stack.formatArn({ service: 'secretsmanager', resource: `secret:${name}-??????` }),
          ),
        }),
      ];

const mailStatement = (stage: StageConfig, stack: Stack): PolicyStatement => {
  const actions = ['ses:SendEmail'];
  if (stage.mailGrant === 'any') return new PolicyStatement({ actions, resources: ['*'] });
  const { domain, sender } = stage.mail;
  const named = (resource: string, resourceName: string) => stack.formatArn({ service: 'ses', resource, resourceName });
  return new PolicyStatement({
    actions,
    // Both: the service requires a permission on each one that a mail names.
    resources: [named('identity', domain), named('configuration-set', mailConfigurationSet(stage.stage))],
    conditions: { StringEquals: { 'ses:FromAddress': sender } },
  });
};

/**
 * The permission to publish to phone numbers, which are not resources with an ARN: to everything but topics. Topics
 * have one, including that of the alarms.
 */
const textStatements = ({ textMessages }: StageConfig, stack: Stack): PolicyStatement[] =>
  textMessages === undefined
    ? []
    : [
        new PolicyStatement({
          actions: ['sns:Publish'],
          notResources: [stack.formatArn({ service: 'sns', region: '*', account: '*', resource: '*' })],
        }),
      ];

/**
 * The queue of this name, for a function that sends to it.
 *
 * @throws TypeError when its stack was not given the queue.
 */
export const queueOf = ({ queues }: SharedResources, name: QueueName): IQueue => {
  const queue = queues?.[name];
  if (!queue) throw new TypeError(`A function sends to the queue ${name}, which its stack was not given`);
  return queue;
};

/**
 * The bucket, for a function that keeps or reads files.
 *
 * @throws TypeError when its stack was not given the bucket.
 */
export const bucketOf = ({ bucket }: SharedResources): Bucket => {
  if (!bucket) throw new TypeError('A function keeps or reads files in a stack that was not given the bucket');
  return bucket;
};

/** The actions of each use of files. No function lists files, and old versions are left to the bucket's own rules. */
const FILE_ACTIONS: Readonly<Record<FileUse, readonly string[]>> = {
  keep: ['s3:PutObject', 's3:DeleteObject'],
  read: ['s3:GetObject'],
  remove: ['s3:DeleteObject'],
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

/** What the permissions of capabilities depend on. */
interface Granting {
  readonly stage: StageConfig;
  readonly resources: SharedResources;
  readonly stack: Stack;
}

/** The permissions of capabilities, by how they are granted. */
const GRANTS: Readonly<
  Record<CapabilityKind, (names: readonly CapabilityName[], granting: Granting) => readonly PolicyStatement[]>
> = {
  secret: (names, { stage, stack }) =>
    secretStatements(
      capabilitiesOf('secret', names).map((name) => secretName(stage.stage, name)),
      stack,
    ),
  settings: (names, { stage, stack }) =>
    secretStatements(
      capabilitiesOf('settings', names).flatMap((name) => SECRETS_OF_SETTINGS[name](stage) ?? []),
      stack,
    ),
  mailer: (names, { stage, stack }) => capabilitiesOf('mailer', names).map(() => mailStatement(stage, stack)),
  textSender: (names, { stage, stack }) =>
    capabilitiesOf('textSender', names).flatMap(() => textStatements(stage, stack)),
  model: (names, { stage, stack }) => capabilitiesOf('model', names).flatMap(() => modelStatements(stage, stack)),
  queue: (names, { resources }) =>
    capabilitiesOf('queue', names).map((name) => {
      const { queueArn } = queueOf(resources, name);
      return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] });
    }),
  bucket: (names, { resources }) =>
    capabilitiesOf('bucket', names).map((name) => {
      const { prefix, use } = CAPABILITIES[name].files;
      return new PolicyStatement({
        actions: [...FILE_ACTIONS[use]],
        resources: [bucketOf(resources).arnForObjects(`${prefix}/*`)],
      });
    }),
  bus: (names, { stage, resources, stack }) =>
    capabilitiesOf('bus', names).flatMap(() => {
      const bus = stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: busName(stage.stage) });
      const { queueArn } = unpublishableQueueOf(resources);
      return [
        new PolicyStatement({ actions: ['events:PutEvents'], resources: [bus] }),
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }),
      ];
    }),
};

/** The permissions of a function: what it declares in its touches, and writing its own log. */
export const statementsOf = (
  needs: TableNeeds,
  stage: StageConfig,
  resources: SharedResources,
  stack: Stack,
): PolicyStatement[] => [
  ...tableStatements(needs, stage, resources.table.tableArn),
  ...Object.values(GRANTS).flatMap((grant) => grant(needs.touches.uses ?? [], { stage, resources, stack })),
];
