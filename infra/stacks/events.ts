import { EventBus } from 'aws-cdk-lib/aws-events';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type App, Duration } from 'aws-cdk-lib/core';
import { makeDeadLetters } from '#infra/constructs/dead-letters';
import { isScheduleConsumer, makeScheduleConsumer } from '#infra/constructs/schedule-consumer';
import { isStreamConsumer, makeStreamConsumer } from '#infra/constructs/stream-consumer';
import type { Deployment, Foundation, Queues } from '#infra/deployment';
import { busName } from '#infra/names';
import { makeQueueOutput } from '#infra/outputs';
import type { Consumer } from '#shared/consumers/consumer';
import { EVENT_SOURCE } from '#shared/events/names';
import { makeStack } from './stack.ts';

/** The queue for events that cannot be published: malformed ones, and those that the bus does not accept. */
const UNPUBLISHABLE = {
  name: 'unpublishable-events',
  meansToCustomer: 'Nothing follows from the events in this queue; all others are published as usual.',
} as const;

/** The event bus, its archive if the stage keeps one, and the publisher of the table's outbox. */
export const makeEventsStack = (
  app: App,
  consumers: readonly Consumer[],
  deployment: Deployment,
  foundation: Foundation,
): Queues => {
  const { stage } = deployment;
  const stack = makeStack(app, 'events', 'Event bus of the KYB service and its publisher', stage);
  const bus = new EventBus(stack, 'bus', { eventBusName: busName(stage.stage) });
  if (stage.eventArchiveDays !== undefined) {
    bus.archive('archive', {
      archiveName: busName(stage.stage),
      description: 'Events for a replay; handling one twice changes nothing',
      eventPattern: { source: [EVENT_SOURCE] },
      retention: Duration.days(stage.eventArchiveDays),
    });
  }
  const { table, alarmTopic } = foundation;
  const unpublishable = makeDeadLetters(stack, UNPUBLISHABLE.name, UNPUBLISHABLE.meansToCustomer, {
    stage,
    alarmTopic,
  });
  const queues: Record<string, Queue> = { [`${UNPUBLISHABLE.name}-dlq`]: unpublishable };
  const resources = { table, unpublishableQueue: unpublishable };
  for (const consumer of consumers.filter(isStreamConsumer)) {
    queues[`${consumer.name}-dlq`] = makeStreamConsumer(stack, consumer, deployment, resources, foundation);
  }
  for (const consumer of consumers.filter(isScheduleConsumer)) {
    makeScheduleConsumer(stack, consumer, deployment, resources, foundation);
  }
  makeQueueOutput(stack, queues);
  return queues;
};
