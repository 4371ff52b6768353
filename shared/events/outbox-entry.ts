import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import type { Item, Key } from '#shared/db/expressions';
import { readImage } from '#shared/db/stream-image';
import { eventSchema, type ServiceEvent } from './outbox.ts';

/** An item of the outbox to be published. */
export interface OutboxEntry {
  /** Undefined if not even the key can be parsed. */
  readonly key: Key | undefined;
  /** Undefined if this version of the code cannot parse it, such as an event of a later version after a rollback. */
  readonly event: ServiceEvent | undefined;
  /** Whether it is already on the bus or set aside, according to the item. */
  readonly isSettled: boolean;
  /** Whether it is already in its feed, according to the item. */
  readonly isNumbered: boolean;
  /** Returns the item's insertion as a record of the table's stream, so that it can be published again. */
  readonly record: () => DynamoDBRecord;
}

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];

const keySchema = v.object({ pk: v.string(), sk: v.string() });

const parsed = <Schema extends v.GenericSchema>(schema: Schema, item: unknown): v.InferOutput<Schema> | undefined => {
  const result = v.safeParse(schema, item);
  return result.success ? result.output : undefined;
};

/** The entry of a record of the table's stream: an item that was just written. */
export const entryOfRecord = (record: DynamoDBRecord): OutboxEntry => ({
  key: parsed(keySchema, readImage(record.dynamodb?.Keys)),
  event: parsed(eventSchema, readImage(record.dynamodb?.NewImage)),
  // The record shows the item as it was written. What has happened to it since is unknown.
  isSettled: false,
  isNumbered: false,
  record: () => record,
});

const marshalled = (item: object): Image => marshall(item) as Image;

/** The entry of an item of the table. */
export const entryOfItem = (item: Item): OutboxEntry => {
  const { pk, sk } = item;
  return {
    key: { pk, sk },
    event: parsed(eventSchema, item),
    isSettled: item['publishedAt'] !== undefined || item['setAsideAt'] !== undefined,
    isNumbered: item['feedNumber'] !== undefined,
    record: () => ({
      eventName: 'INSERT',
      dynamodb: { Keys: marshalled({ pk, sk }), NewImage: marshalled(item) } as DynamoDBRecord['dynamodb'],
    }),
  };
};
