import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Consumer, Trigger } from '#functions/events/consumers';
import { resourceName } from '#infra/names';
import { type AlarmContext, makeAlarm } from './alarm.ts';
import { makeDeadLetters } from './dead-letters.ts';

/** A consumer that a queue wakes. */
export type QueueConsumer = Consumer & { readonly trigger: Extract<Trigger, { kind: 'queue' }> };

/** A queue with a consumer, and where its failures end. */
export interface ConsumedQueue {
  readonly queue: Queue;
  readonly deadLetters: Queue;
}

/** Receives after which a message is dead: several, because a throttled consumer uses some up. */
const MAX_RECEIVES = 5;

/** AWS's advice for a queue that Lambda reads: no message comes back while its batch may still be tried. */
const VISIBILITY_PER_TIMEOUT = 6;

/** The queue of a consumer, its dead-letter queue, and the alarms that say that it does not get done. */
export const makeConsumedQueue = (
  scope: Construct,
  { trigger, timeoutSeconds, failureMeansToCustomer }: QueueConsumer,
  context: AlarmContext,
): ConsumedQueue => {
  const { stage } = context;
  const deadLetters = makeDeadLetters(scope, trigger.queue, failureMeansToCustomer, context);
  const queue = new Queue(scope, trigger.queue, {
    queueName: resourceName(stage.stage, trigger.queue),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: stage.requireTls,
    retentionPeriod: Duration.days(4),
    visibilityTimeout: Duration.seconds(VISIBILITY_PER_TIMEOUT * timeoutSeconds),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
  });
  makeAlarm(
    scope,
    {
      name: `${trigger.queue}-late`,
      meansToCustomer: failureMeansToCustomer,
      metric: queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1), statistic: 'Maximum' }),
      from: trigger.lateAfterSeconds,
      periods: 3,
    },
    context,
  );
  return { queue, deadLetters };
};
