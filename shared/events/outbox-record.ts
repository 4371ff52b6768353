import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { eventSchema, type ServiceEvent } from './outbox.ts';

/** Both mean DynamoDB's attribute values; the one type is written for events, the other for the SDK. */
type StoredItem = Parameters<typeof unmarshall>[0];

/**
 * The event that a record of the table's stream tells of: an outbox item that was just written.
 *
 * @throws ValiError when the record holds no event.
 */
export const eventOfRecord = ({ dynamodb }: DynamoDBRecord): ServiceEvent =>
  v.parse(eventSchema, unmarshall((dynamodb?.NewImage ?? {}) as StoredItem));
