import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Deployment, Foundation, SharedResources } from '#infra/deployment';
import type { Consumer, Trigger } from '#shared/consumers/consumer';
import { TABLE } from '#shared/db/table';
import { ITEM_FAMILIES } from '#shared/key-families';
import { makeAlarm } from './alarm.ts';
import { makeDeadLetters } from './dead-letters.ts';
import { makeFleetFunction } from './fleet-function.ts';

type StreamTrigger = Extract<Trigger, { kind: 'stream' }>;

/** A consumer of the table's stream. */
type StreamConsumer = Consumer & { readonly trigger: StreamTrigger };

/** Whether the table's stream triggers a consumer. */
export const isStreamConsumer = (consumer: Consumer): consumer is StreamConsumer => consumer.trigger.kind === 'stream';

/** How far behind the stream it may be before it counts as late. */
const LATE_AFTER = Duration.minutes(2);

/** What the partition keys of a family begin with: leading keys up to their first placeholder. */
const prefixOf = (family: StreamTrigger['changes'][number]['family']): string => {
  const [prefix = ''] = ITEM_FAMILIES[family].split('*');
  return prefix;
};

const filterOf = ({ kinds, family, sortKey }: StreamTrigger['changes'][number]) =>
  FilterCriteria.filter({
    eventName: FilterRule.or(...kinds),
    dynamodb: {
      Keys: {
        [TABLE.partitionKey]: { S: FilterRule.beginsWith(prefixOf(family)) },
        ...(sortKey !== undefined && { [TABLE.sortKey]: { S: FilterRule.isEqual(sortKey) } }),
      },
    },
  });

/**
 * A function on the table's stream. Its own queue reports what it could not handle for as long as the stream keeps it.
 * The items are still in the table.
 */
export const makeStreamConsumer = (
  scope: Construct,
  { name, trigger, touches, timeoutSeconds, failureMeansToCustomer }: StreamConsumer,
  deployment: Deployment,
  resources: SharedResources,
  { table, alarmTopic }: Foundation,
): Queue => {
  const context = { stage: deployment.stage, alarmTopic };
  const streamArn = table.tableStreamArn;
  if (streamArn === undefined) throw new TypeError('The table has no stream');
  const deadLetters = makeDeadLetters(scope, name, failureMeansToCustomer, context);
  const target = makeFleetFunction(
    scope,
    {
      name,
      description: `When it fails: ${failureMeansToCustomer}`,
      needs: { touches },
      timeoutSeconds,
      triggerStatements: [
        new PolicyStatement({
          actions: [
            'dynamodb:DescribeStream',
            'dynamodb:GetRecords',
            'dynamodb:GetShardIterator',
            'dynamodb:ListStreams',
          ],
          resources: [streamArn],
        }),
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
      ],
    },
    deployment,
    resources,
  );
  new EventSourceMapping(scope, `${name}-source`, {
    target,
    eventSourceArn: streamArn,
    // Starts with the oldest record, so that changes written while the mapping was missing are not lost.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: trigger.batchSize,
    ...(trigger.batchWindowSeconds !== undefined && {
      maxBatchingWindow: Duration.seconds(trigger.batchWindowSeconds),
    }),
    reportBatchItemFailures: true,
    bisectBatchOnError: trigger.bisectBatchOnError,
    // Retries are unlimited, because their number is not set.
    maxRecordAge: Duration.hours(trigger.maxRecordAgeHours),
    filters: trigger.changes.map(filterOf),
    // The permission to send is in the function's role.
    onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
  });
  makeAlarm(
    scope,
    {
      name: `${name}-late`,
      meansToCustomer: failureMeansToCustomer,
      metric: target.metric('IteratorAge', { period: Duration.minutes(1), statistic: 'Maximum' }),
      threshold: { from: LATE_AFTER.toMilliseconds() },
      periods: 3,
      heading: 'queues-and-streams',
    },
    context,
  );
  return deadLetters;
};
