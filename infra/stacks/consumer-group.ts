import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { App } from 'aws-cdk-lib/core';
import { makeConsumedQueue, type QueueConsumer } from '#infra/constructs/consumed-queue';
import { makeQueueConsumer } from '#infra/constructs/queue-consumer';
import { isScheduleConsumer, makeScheduleConsumer } from '#infra/constructs/schedule-consumer';
import { isStreamConsumer, makeStreamConsumer } from '#infra/constructs/stream-consumer';
import type { Deployment, Foundation, Queues } from '#infra/deployment';
import { makeQueueOutput } from '#infra/outputs';
import type { Consumer } from '#shared/consumers/consumer';
import { exportAlways, makeStack } from './stack.ts';

const isQueueConsumer = (consumer: Consumer): consumer is QueueConsumer => consumer.trigger.kind === 'queue';

/**
 * The queues, functions and schedules of one group of consumers.
 *
 * @param sentTo queues of other groups that its functions may send to.
 * @param apiUrl the API's public address, if its mails link to it.
 */
export const makeConsumerGroupStack = (
  app: App,
  group: string,
  description: string,
  consumers: readonly Consumer[],
  deployment: Deployment,
  foundation: Foundation,
  sentTo: Queues = {},
  apiUrl?: string,
): Queues => {
  const { stage } = deployment;
  const { table, bucket, alarmTopic } = foundation;
  const stack = makeStack(app, group, description, stage);
  const queued = consumers.filter(isQueueConsumer).map((consumer) => ({
    consumer,
    consumed: makeConsumedQueue(stack, consumer, { stage, alarmTopic }),
  }));
  const queues: Record<string, Queue> = {};
  for (const { consumer, consumed } of queued) {
    queues[consumer.trigger.queue] = consumed.queue;
    queues[`${consumer.trigger.queue}-dlq`] = consumed.deadLetters;
  }
  exportAlways(
    stack,
    Object.values(queues).flatMap(({ queueArn, queueUrl }) => [queueArn, queueUrl]),
  );

  const resources = { table, bucket, queues: { ...sentTo, ...queues }, ...(apiUrl !== undefined && { apiUrl }) };
  for (const { consumer, consumed } of queued) makeQueueConsumer(stack, consumer, consumed, deployment, resources);
  for (const consumer of consumers.filter(isStreamConsumer)) {
    queues[`${consumer.name}-dlq`] = makeStreamConsumer(stack, consumer, deployment, resources, foundation);
  }
  for (const consumer of consumers.filter(isScheduleConsumer)) {
    makeScheduleConsumer(stack, consumer, deployment, resources, foundation);
  }
  makeQueueOutput(stack, queues);
  return queues;
};
