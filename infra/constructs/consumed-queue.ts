import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { resourceName } from '#infra/names';
import { type Consumer, type Trigger, visibilitySeconds } from '#shared/consumers/consumer';
import { MAX_RECEIVES } from '#shared/events/message-retry';
import { type AlarmContext, makeAlarm } from './alarm.ts';
import { makeDeadLetters } from './dead-letters.ts';

/** A consumer that a queue triggers. */
export type QueueConsumer = Consumer & { readonly trigger: Extract<Trigger, { kind: 'queue' }> };

/** A queue with a consumer, and its dead-letter queue. */
export interface QueueWithDeadLetters {
  readonly queue: Queue;
  readonly deadLetters: Queue;
}

/** The queue of a consumer, its dead-letter queue, and the alarms on both. */
export const makeConsumedQueue = (
  scope: Construct,
  consumer: QueueConsumer,
  context: AlarmContext,
): QueueWithDeadLetters => {
  const { stage } = context;
  const { trigger, failureMeansToCustomer } = consumer;
  const queueName = resourceName(stage.stage, trigger.queue);
  const deadLetters = makeDeadLetters(scope, trigger.queue, failureMeansToCustomer, context);
  const queue = new Queue(scope, trigger.queue, {
    queueName,
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: stage.requireTls,
    retentionPeriod: Duration.days(4),
    visibilityTimeout: Duration.seconds(visibilitySeconds(consumer)),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
  });
  makeAlarm(
    scope,
    {
      name: `${trigger.queue}-late`,
      meansToCustomer: failureMeansToCustomer,
      metric: queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1), statistic: 'Maximum' }),
      threshold: { from: trigger.lateAfterSeconds },
      periods: 3,
      heading: 'queues-and-streams',
    },
    context,
  );
  return { queue, deadLetters };
};
