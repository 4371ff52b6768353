import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { entryOfItem, entryOfRecord } from '#shared/events/outbox-entry';
import { setAsideMessage } from '#shared/events/set-aside';
import { MAX_MESSAGE_BYTES } from '#shared/platform/sqs';
import { insertOf, outboxItem, record } from '#tests/support/outbox-records';

describe('the message about an event that was set aside', () => {
  test('is an event of the publisher, with the record as the stream delivered it', () => {
    const one = record(1);
    expect(JSON.parse(setAsideMessage(entryOfRecord(one), 'unreadable'))).toStrictEqual({
      reason: 'unreadable',
      Records: [one],
    });
  });

  test('for an item of the table is one that the publisher reads as that item', () => {
    const item = outboxItem(1);
    const { Records } = JSON.parse(setAsideMessage(entryOfItem(item), 'invalid_entry'));
    expect(unmarshall(Records[0].dynamodb.NewImage)).toStrictEqual(item);
    const { key, event } = entryOfRecord(Records[0]);
    expect(key).toStrictEqual({ pk: item.pk, sk: item.sk });
    expect(event).toMatchObject({ eventId: item['eventId'], data: { submissionReference: 'ref_1' } });
  });

  test('names the item by its key if it would exceed the size of a message', () => {
    const item = outboxItem(1, { data: Array.from({ length: 130_000 }, () => 1) });
    const body = setAsideMessage(entryOfRecord(insertOf(item, '7')), 'unreadable');
    expect(Buffer.byteLength(body)).toBeLessThan(MAX_MESSAGE_BYTES);
    expect(JSON.parse(body)).toStrictEqual({
      reason: 'unreadable',
      Records: [
        {
          eventName: 'INSERT',
          eventSource: 'aws:dynamodb',
          dynamodb: { Keys: { pk: { S: item.pk }, sk: { S: item.sk } }, SequenceNumber: '7' },
        },
      ],
    });
  });
});
