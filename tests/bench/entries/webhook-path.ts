import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { barePost } from './bare-post.ts';

/*
 * The path of a webhook without any work on it. This one handler serves its three functions: it passes what the stream
 * carries to the bus, what the bus put on a queue to the next queue, and what that carries to the endpoint.
 */

const bus = new EventBridgeClient({});
const queues = new SQSClient({ useQueueUrlAsEndpoint: false });

/** As many events as a call of the bus takes. */
const MAX_ENTRIES = 10;

interface PassedEvent {
  readonly eventId: string;
  readonly endpoint: string;
}

const env = (name: string): string => process.env[name] ?? '';

/** Logs as our functions do: the benchmark reads the times of both paths from such lines. */
const logged = (code: string, { eventId }: PassedEvent): void =>
  console.log(JSON.stringify({ time: new Date().toISOString(), code, eventId }));

const publish = async (records: readonly DynamoDBRecord[]): Promise<void> => {
  const events = records.map(({ dynamodb }) => ({
    eventId: dynamodb?.NewImage?.['eventId']?.S ?? '',
    endpoint: dynamodb?.NewImage?.['endpoint']?.S ?? '',
  }));
  for (let start = 0; start < events.length; start += MAX_ENTRIES) {
    const entries = events.slice(start, start + MAX_ENTRIES).map((event) => ({
      EventBusName: env('BUS_NAME'),
      Source: env('EVENT_SOURCE'),
      DetailType: 'passed',
      Detail: JSON.stringify(event),
    }));
    await bus.send(new PutEventsCommand({ Entries: entries }));
  }
  for (const event of events) logged('EVENT_PUBLISHED', event);
};

const plan = async (event: PassedEvent): Promise<void> => {
  logged('DELIVERY_PLANNED', event);
  await queues.send(
    new SendMessageCommand({ QueueUrl: env('DELIVERY_QUEUE_URL'), MessageBody: JSON.stringify(event) }),
  );
};

const deliver = async (event: PassedEvent): Promise<void> => {
  const headers = { 'content-type': 'application/json', 'x-service-event-id': event.eventId };
  await barePost(event.endpoint, headers, JSON.stringify({ data: { applicantId: event.eventId } }));
  logged('DELIVERY_ATTEMPTED', event);
};

/** Passes each record on. */
export const handler = async ({ Records }: { readonly Records: readonly (DynamoDBRecord | SQSRecord)[] }) => {
  await publish(Records.filter((record) => 'dynamodb' in record));
  const bodies = Records.flatMap((record) => ('body' in record ? [JSON.parse(record.body)] : []));
  await Promise.all(bodies.map((body) => ('detail' in body ? plan(body.detail) : deliver(body))));
  return { batchItemFailures: [] };
};
