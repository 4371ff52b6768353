import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import { awsClientSettings } from '#shared/platform/aws';
import { isoTime } from '#shared/platform/clock';
import { env } from '#shared/platform/env';
import { newId } from '#shared/platform/ids';
import type { CarrierHabits } from './carriers.ts';
import { injector } from './fault.ts';
import { completedJourney, deliveryIdOf, failFirst, NOTIFIED, submitJourney, useOwnTable } from './journey.ts';
import { makePath } from './path.ts';
import { expectArrived, expectDecidedOnce } from './promises.ts';

beforeAll(useOwnTable);

/** Every item of the table, by its key. */
const wholeTable = async (): Promise<Readonly<Record<string, unknown>>> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(awsClientSettings));
  const items: Record<string, unknown> = {};
  for await (const { Items = [] } of paginateScan({ client }, { TableName: env('TABLE_NAME'), ConsistentRead: true })) {
    for (const item of Items) items[`${item['pk']} ${item['sk']}`] = item;
  }
  client.destroy();
  return items;
};

const noFault = () => injector(0, 'it fails');

/** A journey from submission to last webhook over carriers with these habits. */
const travelled = async (habits: CarrierHabits) => {
  const journey = await completedJourney();
  failFirst(journey);
  const path = makePath(noFault(), habits);
  await submitJourney(path, journey, () => {});
  await path.untilQuiet();
  return { journey, path };
};

test('with every message three times and in reverse order, an applicant is decided, charged and delivered once', async () => {
  const { journey, path } = await travelled({ copies: 3, order: 'newest first' });
  expect(await expectArrived(path, journey, 'Thrice and in reverse')).toBe(0);
  expect(journey.receiver.received).toHaveLength(2 * NOTIFIED.length);
  await expectDecidedOnce(journey, 'Thrice and in reverse');
});

test('with every message of a finished journey three times more and in reverse order, nothing in the table changes', async () => {
  const { journey, path } = await travelled({});
  const before = await wholeTable();
  const posts = journey.receiver.received.length;
  const again = makePath(noFault(), { copies: 3, order: 'newest first' });
  for (const record of path.records) again.putOnStream(record);
  for (const message of path.seen) again.send(message);
  await again.untilQuiet();
  expect(path.records.length).toBeGreaterThan(0);
  expect(new Set(path.seen.map(({ carrier }) => carrier)).size).toBe(3);
  expect(again.seen.length).toBeGreaterThan(path.seen.length);
  expect(await wholeTable()).toStrictEqual(before);
  expect(journey.receiver.received).toHaveLength(posts);
});

test('with every event of the catalogue three times and in reverse order, each is one delivery and one POST, or none if internal', async () => {
  const { accountId, widget, receiver } = await completedJourney();
  const path = makePath(noFault(), { copies: 3, order: 'newest first' });
  const types = Object.keys(EVENTS) as EventType[];
  for (const type of types) {
    const { eventId, occurredAt } = { eventId: newId('sev', path.now()), occurredAt: isoTime(path.now()) };
    const event = { eventId, type, accountId, environment: 'sandbox', widgetId: widget.id, occurredAt } as const;
    path.send({ carrier: 'plans', body: JSON.stringify({ detail: { ...event, data: EVENTS[type].example } }) });
  }
  await path.untilQuiet();
  const deliveries = await path.deliveries();
  const webhooks = types.filter((type) => EVENTS[type].webhook !== null);
  expect(deliveries.map(({ event }) => event).sort()).toStrictEqual(webhooks.toSorted());
  for (const { status, attemptCount } of deliveries) expect([status, attemptCount]).toStrictEqual(['delivered', 1]);
  expect(receiver.received.map(deliveryIdOf).sort()).toStrictEqual(
    deliveries.map(({ deliveryId }) => deliveryId).sort(),
  );
});
