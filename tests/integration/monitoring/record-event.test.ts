import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { REPORTED_KINDS } from '#shared/monitoring/vendors/event-kinds';
import { findEvent, listRecentEvents, readScoreHistory } from '#shared/monitoring/vendors/event-repository';
import type { Report } from '#shared/monitoring/vendors/plan-event';
import { readEventBase, recordEvent } from '#shared/monitoring/vendors/record-event';
import { startWrites } from '#shared/monitoring/vendors/start-monitoring';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import { newId } from '#shared/platform/ids';

const table = serviceTable();

const newVendor = () => ({ id: newId('cmp', Date.now()), environment: 'live', space: 'live' }) as const;
type Vendor = ReturnType<typeof newVendor>;

const reportOf = (what: Partial<Report>): Report => ({
  kind: 'litigation',
  source: 'Federal High Court',
  agentName: 'test',
  ...what,
});

const record = async (vendor: Vendor, what: Partial<Report> = {}, on: Table = table, nowMs = Date.now()) => {
  const report = reportOf(what);
  return recordEvent(on, vendor, report, await readEventBase(on, vendor.id, report, nowMs), nowMs);
};

const started = async (): Promise<Vendor> => {
  const vendor = newVendor();
  expect(await table.transact(startWrites(vendor, Date.now(), { activeWatches: 3 }))).toEqual({ written: true });
  return vendor;
};

/** The history, point by point: before, after and the event's id. */
const historyOf = async (vendor: Vendor) =>
  (await readScoreHistory(table, vendor.id)).map(({ eventId, scoreBefore, scoreAfter }) => ({
    eventId,
    scoreBefore,
    scoreAfter,
  }));

describe('Simultaneous events of one vendor', () => {
  test.each([2, 20])('all count, in an order that the history shows: %d of them', async (count) => {
    const vendor = await started();
    const recorded = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        record(vendor, { kind: 'director_change', source: `source ${index}` }),
      ),
    );
    expect(recorded.map(({ isNew }) => isNew)).toEqual(recorded.map(() => true));
    const [first, ...history] = await historyOf(vendor);
    expect(first).toMatchObject({ scoreBefore: undefined, scoreAfter: 8_000 });
    expect(history.map(({ scoreBefore, scoreAfter }) => [scoreBefore, scoreAfter])).toEqual(
      Array.from({ length: count }, (_, index) => [8_000 - 300 * index, 8_000 - 300 * (index + 1)]),
    );
    expect(history.map(({ eventId }) => eventId).sort()).toEqual(recorded.map(({ event }) => event.eventId).sort());
    expect(await readVendorState(table, vendor.id)).toMatchObject({
      scoreHundredths: 8_000 - 300 * count,
      version: count + 1,
      // Attributes that others keep in the state are not changed.
      activeWatches: 3,
    });
  });

  test('start the history of a company that nobody ever watched once, if they are the first ones', async () => {
    const vendor = newVendor();
    await Promise.all(REPORTED_KINDS.slice(0, 5).map((kind) => record(vendor, { kind })));
    const history = await readScoreHistory(table, vendor.id);
    expect(history.map(({ number, reason }) => [number, reason])).toEqual([
      [1, 'started'],
      ...Array.from({ length: 5 }, (_, index) => [index + 2, 'event']),
    ]);
    expect(await listRecentEvents(table, vendor.id, 100)).toHaveLength(5);
  });

  test('are one if 20 are equal, and every report returns it', async () => {
    const vendor = await started();
    const recorded = await Promise.all(Array.from({ length: 20 }, () => record(vendor)));
    expect(recorded.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(recorded.map(({ event }) => event.eventId)).size).toBe(1);
    expect(await historyOf(vendor)).toHaveLength(2);
  });

  test('of one kind and source are told apart by their address: another address is another event', async () => {
    const vendor = await started();
    const urls = ['https://news.example/1', 'https://news.example/2', null, 'https://news.example/1'];
    const recorded = [];
    for (const url of urls) recorded.push(await record(vendor, { url }));
    expect(recorded.map(({ isNew }) => isNew)).toEqual([true, true, true, false]);
    expect(recorded[3]?.event.eventId).toBe(recorded[0]?.event.eventId);
  });

  test('are read by their id, but only as events of their own vendor', async () => {
    const [vendor, other] = [newVendor(), newVendor()];
    const { event } = await record(vendor);
    expect(await findEvent(table, vendor.id, event.eventId)).toStrictEqual(event);
    expect(await findEvent(table, other.id, event.eventId)).toBeUndefined();
    expect(await findEvent(table, vendor.id, 'evt_#')).toBeUndefined();
    expect(await findEvent(table, 'cmp_#', event.eventId)).toBeUndefined();
    const [start] = await readScoreHistory(table, vendor.id);
    expect(await findEvent(table, vendor.id, start?.eventId ?? '')).toBeUndefined();
  });

  test('leave nothing behind if a throttled table writes nothing', async () => {
    const vendor = await started();
    const throttled: Table = {
      ...table,
      transact: async () => {
        throw new TransactionCanceledException({
          message: 'throttled',
          $metadata: {},
          CancellationReasons: [{ Code: 'ThrottlingError' }],
        });
      },
    };
    await expect(record(vendor, {}, throttled)).rejects.toThrow('throttled');
    expect(await historyOf(vendor)).toHaveLength(1);
    expect(await listRecentEvents(table, vendor.id, 10)).toEqual([]);
    // Nor does the failed report block the next one.
    expect((await record(vendor)).isNew).toBe(true);
  });
});
