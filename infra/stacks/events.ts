import { EventBus } from 'aws-cdk-lib/aws-events';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type App, Duration } from 'aws-cdk-lib/core';
import type { Consumer } from '#functions/events/consumers';
import { makeOutboxConsumer, type OutboxConsumer } from '#infra/constructs/outbox-consumer';
import type { Deployment, Foundation } from '#infra/deployment';
import { busName } from '#infra/names';
import { EVENT_SOURCE } from '#shared/events/names';
import type { Queues } from './consumer-group.ts';
import { makeStack } from './stack.ts';

const isOutboxConsumer = (consumer: Consumer): consumer is OutboxConsumer => consumer.trigger.kind === 'outbox';

/** The event bus, its archive where the stage keeps one, and what brings the table's outbox onto it. */
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
  const queues: Record<string, Queue> = {};
  for (const consumer of consumers.filter(isOutboxConsumer)) {
    queues[`${consumer.name}-dlq`] = makeOutboxConsumer(stack, consumer, deployment, foundation);
  }
  return queues;
};
