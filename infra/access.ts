import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Stack } from 'aws-cdk-lib/core';
import type { FunctionTouches } from '#functions/events/consumers';
import { keys } from '#shared/db/keys';
import { TABLE } from '#shared/db/table';
import type { CallerKind, SettingName } from '#shared/http/contract';
import type { SharedResources } from './deployment.ts';
import { busName, secretName } from './names.ts';
import type { StageConfig } from './stage-config.ts';

/** What decides the rights of a function; a contract is one, and so is a consumer. */
export interface FunctionNeeds {
  readonly touches: FunctionTouches;
  readonly caller?: CallerKind;
  /** The rate limit that counts its calls, if any. */
  readonly limit?: unknown;
}

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem'];
/** Transactions need the rights of their parts. */
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];

/** Rights on items whose partition key looks like one of these. */
const onItems = (actions: string[], tableArn: string, partitions: string[]): PolicyStatement =>
  new PolicyStatement({
    actions,
    resources: [tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
  });

const tableStatements = ({ touches, caller, limit }: FunctionNeeds, tableArn: string): PolicyStatement[] => {
  const signsIn = caller === 'account' || caller === 'admin';
  const asksForCredential = caller !== undefined && caller !== 'public';
  const statements: PolicyStatement[] = [];
  if (touches.table !== 'none') {
    statements.push(
      new PolicyStatement({ actions: [...READ, 'dynamodb:Query'], resources: [tableArn] }),
      new PolicyStatement({
        actions: ['dynamodb:Query'],
        resources: TABLE.indexes.map(({ name }) => `${tableArn}/index/${name}`),
      }),
    );
  } else if (asksForCredential) {
    const sessions = signsIn ? [keys.accountSession('*').pk, keys.accountAccess('*').pk] : [];
    statements.push(onItems(READ, tableArn, [...sessions, keys.signingKeys().pk]));
  }
  if (touches.table === 'readWrite') {
    statements.push(new PolicyStatement({ actions: WRITE, resources: [tableArn] }));
  } else if (limit !== undefined || asksForCredential) {
    // Credentials that do not hold are counted as calls are.
    statements.push(onItems(['dynamodb:UpdateItem'], tableArn, [keys.rateLimit('*', '*', 0).pk]));
  }
  return statements;
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
      // Secrets Manager ends every ARN with six characters of its own.
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
 * The queue of deliveries, for a function that sends to it.
 *
 * @throws TypeError when its stack was not given the queue.
 */
export const deliveryQueueOf = ({ deliveryQueue }: SharedResources): IQueue => {
  if (!deliveryQueue) throw new TypeError('A function sends deliveries in a stack without their queue');
  return deliveryQueue;
};

/**
 * Where events go that cannot be published, for a function that puts them on the bus.
 *
 * @throws TypeError when its stack was not given the queue.
 */
export const unpublishableQueueOf = ({ unpublishableQueue }: SharedResources): IQueue => {
  if (!unpublishableQueue) throw new TypeError('A function publishes events in a stack without the queue for the rest');
  return unpublishableQueue;
};

/** The rights of a function: no more than it declares to touch. Beside them it may write its own log. */
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
  if (needs.touches.queues?.includes('deliveries')) {
    const { queueArn } = deliveryQueueOf(resources);
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
