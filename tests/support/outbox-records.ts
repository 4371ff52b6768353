import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from '#shared/db/expressions';
import { EVENTS } from '#shared/events/catalogue';
import { emit } from '#shared/events/outbox';

/** When the events of these records happened. */
export const NOW_MS = Date.UTC(2026, 10, 21, 14, 3, 27, 412);

/** An item of the outbox whose event is identified by its number. */
export const outboxItem = (number: number, extra: Readonly<Record<string, unknown>> = {}): Item => {
  const operation = emit(
    {
      type: 'verification.cac.completed',
      accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
      environment: 'sandbox',
      widgetId: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
      data: { ...EVENTS['verification.cac.completed'].example, submissionReference: `ref_${number}` },
    },
    NOW_MS,
  );
  if (operation.kind !== 'put') throw new Error('An event is put');
  return { ...operation.item, ...extra };
};

/** The table's stream record of an item's insert. */
export const insertOf = (item: Item, sequenceNumber: string): DynamoDBRecord => {
  const image = (part: object) => marshall(part, { removeUndefinedValues: true });
  return {
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    dynamodb: {
      SequenceNumber: sequenceNumber,
      Keys: image({ pk: item.pk, sk: item.sk }) as NonNullable<DynamoDBRecord['dynamodb']>['Keys'],
      NewImage: image(item) as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'],
    } as DynamoDBRecord['dynamodb'],
  };
};

/** The stream record of the event with this number. */
export const record = (number: number): DynamoDBRecord => insertOf(outboxItem(number), String(number));
