import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { resourceName } from '#infra/names';
import { type AlarmContext, makeAlarm } from './alarm.ts';

/** The maximum retention of SQS, which leaves time to notice, fix and send again. */
const KEPT = Duration.days(14);

/**
 * A queue for what could not be handled, with its alarm.
 *
 * @param name the name of what it belongs to. The queue is called `<name>-dlq`.
 */
export const makeDeadLetters = (
  scope: Construct,
  name: string,
  meansToCustomer: string,
  context: AlarmContext,
): Queue => {
  const { stage } = context;
  const queue = new Queue(scope, `${name}-dlq`, {
    queueName: resourceName(stage.stage, `${name}-dlq`),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: stage.requireTls,
    retentionPeriod: KEPT,
  });
  const metric = queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1), statistic: 'Maximum' });
  makeAlarm(
    scope,
    {
      name: `${name}-dead-letters`,
      meansToCustomer,
      metric,
      threshold: { from: 1 },
      heading: 'queues-and-streams',
    },
    context,
  );
  return queue;
};
