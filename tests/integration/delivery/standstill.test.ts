import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { expect, test } from 'vitest';
import { handler } from '#functions/events/publish-events';
import { serviceTable } from '#shared/db/client';
import { EVENTS } from '#shared/events/catalogue';
import { eventKeys } from '#shared/events/keys';
import { emit } from '#shared/events/outbox';
import { newId } from '#shared/platform/ids';
import { mockAws } from '#tests/support/mock-aws';
import { insertOf } from '#tests/support/outbox-records';

const HOUR_MS = 60 * 60_000;

const bus = mockAws(EventBridgeClient);

test('events that a stream lost while it stood still for more than a day precede in the feed those that it delivers now', async () => {
  process.env['BUS_NAME'] = 'kyb-test';
  bus.on(PutEventsCommand).callsFake(({ Entries }) => ({
    FailedEntryCount: 0,
    Entries: Entries.map(() => ({ EventId: 'taken' })),
  }));
  const accountId = newId('usr', Date.now());
  const written = async (hoursAgo: number) => {
    const type = 'kyb.applicant.expired';
    const event = { type, accountId, environment: 'sandbox', widgetId: null, data: EVENTS[type].example } as const;
    const operation = emit(event, Date.now() - hoursAgo * HOUR_MS);
    if (operation.kind !== 'put') throw new Error('An event is put');
    await serviceTable().write(operation);
    return operation.item;
  };
  const lost = await written(30);
  const kept = await written(20);
  expect(await handler({ Records: [insertOf(kept, '1')] })).toStrictEqual({ batchItemFailures: [] });
  const page = await serviceTable().get(eventKeys.feedPage(accountId, 'sandbox', 0));
  expect(page?.['eventIds']).toStrictEqual([lost['eventId'], kept['eventId']]);
});
