import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { publishEvents } from '#functions/events/publish-events';
import { EVENTS } from '#shared/events/catalogue';
import { emit } from '#shared/events/outbox';
import type { BusEntry, PutEntries } from '#shared/platform/event-bridge';
import { makeLogger } from '#shared/platform/logger';

const NOW_MS = Date.UTC(2026, 10, 21, 14, 3, 27, 412);

/** A record of the table's stream, as the insert of an outbox item makes it. */
const record = (sequence: number): DynamoDBRecord => {
  const operation = emit(
    {
      type: 'verification.cac.completed',
      accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
      environment: 'sandbox',
      widgetId: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
      data: { ...EVENTS['verification.cac.completed'].example, submissionReference: `ref_${sequence}` },
    },
    NOW_MS,
  );
  const image = operation.kind === 'put' ? marshall(operation.item) : {};
  return {
    eventName: 'INSERT',
    dynamodb: {
      SequenceNumber: String(sequence),
      NewImage: image as NonNullable<DynamoDBRecord['dynamodb']>['NewImage'],
    },
  };
};

const records = (count: number): DynamoDBRecord[] => Array.from({ length: count }, (_, index) => record(index + 1));

/** Publishes to a bus that answers each entry with `takes`, and tells what happened. */
const publishTo = async (batch: readonly DynamoDBRecord[], takes: (entry: BusEntry) => boolean) => {
  const calls: (readonly BusEntry[])[] = [];
  const lines: Record<string, unknown>[] = [];
  const metrics: [string, number][] = [];
  const putEntries: PutEntries = async (entries) => {
    calls.push(entries);
    return entries.map(takes);
  };
  const { batchItemFailures } = await publishEvents(batch, {
    busName: 'bus',
    putEntries,
    log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
    metrics: (name, value) => metrics.push([name, value]),
  });
  return { calls, lines, metrics, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
};

const referenceOf = ({ Detail }: BusEntry): string => JSON.parse(Detail ?? '').data.submissionReference;

describe('publishing outbox events', () => {
  test('puts each on the bus under its type, with the event and nothing of the item around it', async () => {
    const { calls, failed, metrics } = await publishTo([record(1)], () => true);
    expect(calls).toStrictEqual([
      [
        {
          EventBusName: 'bus',
          Source: 'kyb-service',
          DetailType: 'verification.cac.completed',
          Detail: expect.any(String),
          Time: new Date(NOW_MS),
        },
      ],
    ]);
    expect(JSON.parse(calls[0]?.[0]?.Detail ?? '')).toStrictEqual({
      eventId: expect.stringMatching(/^evt_/),
      type: 'verification.cac.completed',
      accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
      environment: 'sandbox',
      widgetId: 'wgt_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
      occurredAt: '2026-11-21T14:03:27.412Z',
      data: { ...EVENTS['verification.cac.completed'].example, submissionReference: 'ref_1' },
    });
    expect(failed).toStrictEqual([]);
    expect(metrics).toStrictEqual([['EventsPublished', 1]]);
  });

  test('takes ten to a call, every one of them once', async () => {
    const { calls, failed } = await publishTo(records(25), () => true);
    expect(calls.map(({ length }) => length)).toStrictEqual([10, 10, 5]);
    expect(calls.flat().map(referenceOf)).toStrictEqual(Array.from({ length: 25 }, (_, index) => `ref_${index + 1}`));
    expect(failed).toStrictEqual([]);
  });

  test('answers the sequence numbers of what the bus refused, though the call succeeded', async () => {
    const { failed, metrics, lines } = await publishTo(
      records(12),
      (entry) => !['ref_3', 'ref_11'].includes(referenceOf(entry)),
    );
    expect(failed).toStrictEqual(['3', '11']);
    expect(metrics).toStrictEqual([['EventsPublished', 10]]);
    expect(lines).toContainEqual(expect.objectContaining({ code: 'EVENTS_REJECTED', count: 2 }));
  });

  test('answers a call that failed altogether without the events of the others', async () => {
    const { failed } = await publishTo(records(25), (entry) => {
      if (referenceOf(entry) === 'ref_15') throw new Error('Unreachable');
      return true;
    });
    expect(failed).toStrictEqual(Array.from({ length: 10 }, (_, index) => String(index + 11)));
  });

  test('answers a record that holds no event, and publishes those around it', async () => {
    const broken: DynamoDBRecord = { dynamodb: { SequenceNumber: '2', NewImage: { pk: { S: 'OUTBOX#evt_1' } } } };
    const { calls, failed, lines } = await publishTo([record(1), broken, record(3)], () => true);
    expect(failed).toStrictEqual(['2']);
    expect(calls.flat().map(referenceOf)).toStrictEqual(['ref_1', 'ref_3']);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', code: 'MESSAGE_FAILED', messageId: '2' }));
  });
});
