import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import type { EventType } from '#shared/events/catalogue';
import { eventKeys } from '#shared/events/keys';
import { eventSchema, type ServiceEvent } from '#shared/events/outbox';
import { env, once } from '#shared/platform/env';

/** Whether an item that is written emits an event. */
export const isOutboxItem = ({ pk, accountId, eventId }: Item): boolean =>
  eventId !== undefined && pk === eventKeys.outboxEvent(String(accountId), String(eventId)).pk;

const client = once(() => DynamoDBDocumentClient.from(new DynamoDBClient({})));

/** The events of one type in the table's outbox that concern an applicant, oldest first. */
export const outboxEventsOf = async (applicantId: string, type: EventType): Promise<ServiceEvent[]> => {
  const pages = paginateScan(
    { client: client() },
    {
      TableName: env('TABLE_NAME'),
      ConsistentRead: true,
      FilterExpression: 'begins_with(pk, :outbox) AND #type = :type AND #data.applicantId = :applicantId',
      ExpressionAttributeNames: { '#type': 'type', '#data': 'data' },
      ExpressionAttributeValues: { ':outbox': 'OUTBOX#', ':type': type, ':applicantId': applicantId },
    },
  );
  const events: ServiceEvent[] = [];
  for await (const { Items = [] } of pages) events.push(...Items.map((item) => v.parse(eventSchema, item)));
  return events.sort((one, other) => one.eventId.localeCompare(other.eventId));
};
