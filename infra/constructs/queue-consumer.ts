import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Deployment, SharedResources } from '#infra/deployment';
import { busName, resourceName } from '#infra/names';
import { EVENTS } from '#shared/events/catalogue';
import { EVENT_SOURCE } from '#shared/events/names';
import { capabilitiesOf } from '#shared/platform/capabilities';
import type { QueueConsumer, QueueWithDeadLetters } from './consumed-queue.ts';
import { makeFleetFunction } from './fleet-function.ts';
import { makeMailReports } from './mail-reports.ts';

const eventTypes = (events: NonNullable<QueueConsumer['trigger']['events']>): readonly string[] =>
  events === 'webhook'
    ? Object.entries(EVENTS).flatMap(([type, { webhook }]) => (webhook === null ? [] : [type]))
    : events;

/** The rule that puts events on a consumer's queue. Events that it cannot deliver go to the dead letters. */
const makeRule = (
  scope: Construct,
  { trigger }: QueueConsumer,
  { queue, deadLetters }: QueueWithDeadLetters,
  { stage }: Deployment,
): void => {
  if (!trigger.events) return;
  new Rule(scope, `${trigger.queue}-rule`, {
    ruleName: resourceName(stage.stage, trigger.queue),
    description: `Events for the queue ${trigger.queue}`,
    eventBus: EventBus.fromEventBusName(scope, `${trigger.queue}-bus`, busName(stage.stage)),
    eventPattern: { source: [EVENT_SOURCE], detailType: [...eventTypes(trigger.events)] },
    targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
  });
};

/**
 * A function and the queue that triggers it: whole batches with partial failure, and a bounded number of instances
 * where its consumer sets one. If
 * the consumer names events, it has the rule that routes them from the bus; if it takes the mail service's reports,
 * their path.
 */
export const makeQueueConsumer = (
  scope: Construct,
  consumer: QueueConsumer,
  consumed: QueueWithDeadLetters,
  deployment: Deployment,
  resources: SharedResources,
): void => {
  const { name, trigger, touches, timeoutSeconds, failureMeansToCustomer } = consumer;
  const { queue, deadLetters } = consumed;
  const target = makeFleetFunction(
    scope,
    {
      name,
      description: `When it fails: ${failureMeansToCustomer}`,
      needs: { touches },
      timeoutSeconds,
      triggerStatements: [
        new PolicyStatement({
          actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
          resources: [queue.queueArn],
        }),
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
      ],
      triggerEnvironment: { QUEUE_URL: queue.queueUrl, DEAD_LETTER_QUEUE_URL: deadLetters.queueUrl },
      wakesItself: capabilitiesOf('queue', touches.uses).some((sent) => sent === trigger.queue),
    },
    deployment,
    resources,
  );
  new EventSourceMapping(scope, `${name}-source`, {
    target,
    eventSourceArn: queue.queueArn,
    batchSize: trigger.batchSize,
    ...(trigger.maxConcurrency !== undefined && { maxConcurrency: trigger.maxConcurrency }),
    reportBatchItemFailures: true,
  });
  makeRule(scope, consumer, consumed, deployment);
  if (trigger.mailReports) makeMailReports(scope, consumed, deployment.stage);
};
