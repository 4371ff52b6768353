import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Table } from '#shared/db/operations';
import { REPORTED_KINDS, SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import { listRecentEvents, monitoringEventRecord, readScoreHistory } from '#shared/monitoring/vendors/event-repository';
import type { MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import type { Report } from '#shared/monitoring/vendors/plan-event';
import { readEventBase, recordEvent } from '#shared/monitoring/vendors/record-event';
import { startWrites } from '#shared/monitoring/vendors/start-monitoring';
import { type VendorState, vendorStateRecord } from '#shared/monitoring/vendors/vendor-state';
import { notVoidedCheck, voidPlan } from '#shared/monitoring/vendors/void-event';
import { newId } from '#shared/platform/ids';
import { memoryTable } from '#tests/support/memory-table';

const NOW_MS = Date.parse('2026-11-22T10:00:00.000Z');

const newVendor = () => ({ id: newId('cmp', NOW_MS), environment: 'live', space: 'live' }) as const;
type Vendor = ReturnType<typeof newVendor>;

const stateOf = async (table: Table, vendorId: string): Promise<VendorState> => {
  const { key, from } = vendorStateRecord(vendorId);
  const item = await table.get(key);
  if (!item) throw new Error('No state');
  return from(item);
};

const report = async (table: Table, vendor: Vendor, what: Partial<Report> & Pick<Report, 'kind'>, nowMs: number) => {
  const reported: Report = { source: 'press', agentName: 'test', ...what };
  return recordEvent(table, vendor, reported, await readEventBase(table, vendor.id, reported, nowMs), nowMs);
};

const voidIt = async (table: Table, event: MonitoringEvent, nowMs: number) => {
  const before = await stateOf(table, event.vendorId);
  const plan = voidPlan({ event, state: before }, newId('dsp', nowMs), nowMs);
  return { before, plan, result: await table.transact(plan.operations) };
};

/** A history as a chain: each point starts where the previous one ended. */
const expectChain = async (table: Table, vendor: Vendor): Promise<void> => {
  const [points, state] = await Promise.all([readScoreHistory(table, vendor.id), stateOf(table, vendor.id)]);
  expect(points[0]).toMatchObject({ number: 1, reason: 'started', scoreAfter: 8_000 });
  expect(points[0]).not.toHaveProperty('scoreBefore');
  points.slice(1).forEach((point, index) => {
    expect(point.scoreBefore).toBe(points[index]?.scoreAfter);
    expect(point.number).toBe(index + 2);
    expect(point.timestamp >= (points[index]?.timestamp ?? '')).toBe(true);
  });
  for (const { scoreAfter } of points) {
    expect(Number.isInteger(scoreAfter) && scoreAfter >= 0 && scoreAfter <= 10_000).toBe(true);
  }
  const lastChange = points.findLast(({ scoreBefore, scoreAfter }) => scoreBefore !== scoreAfter);
  expect(state).toMatchObject({ version: points.length, scoreHundredths: points.at(-1)?.scoreAfter });
  // An event without points is in the history, and changes no score.
  expect([state.scoreUpdatedAt, state.previousScoreHundredths]).toStrictEqual([
    lastChange?.timestamp,
    lastChange?.scoreBefore,
  ]);
};

describe('a score history', () => {
  const reported = fc.record({
    void: fc.constant(undefined),
    kind: fc.constantFrom(...REPORTED_KINDS),
    severity: fc.constantFrom(undefined, ...SEVERITIES),
    source: fc.constantFrom('press', 'court', 'registry'),
    waitDays: fc.integer({ min: -1, max: 8 }),
  });
  const voided = fc.record({ void: fc.nat(), waitDays: fc.integer({ min: -1, max: 8 }) });

  type Step = { readonly waitDays: number } & (
    | ({ readonly void: undefined } & Parameters<typeof report>[2])
    | { readonly void: number }
  );

  /** A vendor's events as they are reported and voided, each checked against the state before it. */
  const course = (table: Table, vendor: Vendor) => {
    const events: MonitoringEvent[] = [];
    const left = new Set<MonitoringEvent>();

    const reportOne = async (what: Parameters<typeof report>[2], nowMs: number): Promise<void> => {
      const { event, isNew } = await report(table, vendor, what, nowMs);
      if (!isNew) return;
      events.push(event);
      left.add(event);
    };

    const voidOne = async (index: number, nowMs: number): Promise<void> => {
      const event = events[index % Math.max(1, events.length)];
      if (!event) return;
      const { before, plan, result } = await voidIt(table, event, nowMs);
      expect(result.written).toBe(left.has(event));
      if (!left.delete(event)) return;
      const taken = Math.max(0, -event.effectiveDeltaHundredths);
      const restored = Math.min(taken, 10_000 - before.scoreHundredths);
      expect(plan.restoredHundredths).toBe(restored === 0 ? null : restored);
      expect((await stateOf(table, vendor.id)).scoreHundredths).toBe(before.scoreHundredths + restored);
    };

    const step = (one: Step, nowMs: number) =>
      one.void === undefined ? reportOne(one, nowMs) : voidOne(one.void, nowMs);
    return { step, left };
  };

  test('of any events and voidings is a chain within 0 to 100, and counts the remaining mentions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(reported, voided), { maxLength: 40 }), async (steps) => {
        const table = memoryTable();
        const vendor = newVendor();
        await table.transact(startWrites(vendor, NOW_MS));
        const { step, left } = course(table, vendor);
        // Clocks may run backwards, as they differ between machines.
        let nowMs = NOW_MS;
        for (const one of steps) {
          nowMs += one.waitDays * 24 * 60 * 60 * 1000;
          await step(one, nowMs);
        }
        await expectChain(table, vendor);
        const mentions = [...left].filter(({ kind }) => kind.endsWith('_media'));
        expect((await stateOf(table, vendor.id)).mentionCount).toBe(mentions.length);
        expect(await table.queryAll({ index: 'gsi1', partition: `MENTIONS#${vendor.id}` })).toHaveLength(
          mentions.length,
        );
      }),
      { numRuns: 60 },
    );
  });

  test('records what an event actually took: nothing at a score of 0, and voiding it restores nothing', async () => {
    const table = memoryTable();
    const vendor = newVendor();
    const kinds = ['sanctions_match', 'insolvency', 'regulatory_action', 'pep_match'] as const;
    const recorded: MonitoringEvent[] = [];
    for (const kind of kinds) recorded.push((await report(table, vendor, { kind }, NOW_MS)).event);
    expect(recorded.map(({ effectiveDeltaHundredths }) => effectiveDeltaHundredths)).toEqual([
      -4_000, -3_000, -1_000, 0,
    ]);
    expect(recorded[2]).toMatchObject({ deltaHundredths: -2_000 });
    expect(await stateOf(table, vendor.id)).toMatchObject({ previousScoreHundredths: 1_000 });

    const nothing = await voidIt(table, recorded[3] as MonitoringEvent, NOW_MS);
    expect(nothing.plan).toMatchObject({ restoredHundredths: null, pointNumber: undefined });
    const clamped = await voidIt(table, recorded[2] as MonitoringEvent, NOW_MS);
    expect(clamped.plan).toMatchObject({ restoredHundredths: 1_000, pointNumber: 6 });
    await expectChain(table, vendor);
  });

  test('gets no point, and no score, from a positive event that is voided', async () => {
    const table = memoryTable();
    const vendor = newVendor();
    const { event } = await report(table, vendor, { kind: 'positive_media' }, NOW_MS);
    const { plan, result } = await voidIt(table, event, NOW_MS);
    expect([plan.restoredHundredths, plan.pointNumber, result]).toStrictEqual([null, undefined, { written: true }]);
    expect(await stateOf(table, vendor.id)).toMatchObject({ scoreHundredths: 8_100, version: 2, mentionCount: 0 });
  });

  test('allows a dispute only about an event that is recorded and not voided', async () => {
    const table = memoryTable();
    const vendor = newVendor();
    const { event } = await report(table, vendor, { kind: 'litigation' }, NOW_MS);
    const file = (eventId: string) => table.transact([notVoidedCheck(vendor.id, eventId)]);
    expect([await file(event.eventId), await file(newId('evt', 1))]).toMatchObject([
      { written: true },
      { written: false },
    ]);
    await voidIt(table, event, NOW_MS);
    expect(await file(event.eventId)).toMatchObject({ written: false });
    const { key, from } = monitoringEventRecord(vendor.id, event.eventId);
    const item = await table.get(key);
    expect(item && from(item)).toMatchObject({ voidedAt: new Date(NOW_MS).toISOString(), eventId: event.eventId });
  });

  test('refuses a voiding that another change has overtaken, and a second one', async () => {
    const table = memoryTable();
    const vendor = newVendor();
    const { event } = await report(table, vendor, { kind: 'litigation' }, NOW_MS);
    const before = await stateOf(table, vendor.id);
    await report(table, vendor, { kind: 'pep_match' }, NOW_MS);
    const stale = await table.transact(voidPlan({ event, state: before }, 'dsp_1', NOW_MS).operations);
    expect(stale).toMatchObject({ written: false, refusals: { state: {} } });
    expect((await voidIt(table, event, NOW_MS)).result.written).toBe(true);
    expect((await voidIt(table, event, NOW_MS)).result).toMatchObject({
      written: false,
      refusals: { event: {} },
    });
  });

  test('starts with the first report of a company that nobody ever watched', async () => {
    const table = memoryTable();
    const vendor = newVendor();
    const { event } = await report(table, vendor, { kind: 'litigation', headline: 'Sued' }, NOW_MS);
    expect(event).toMatchObject({ number: 2, headline: 'Sued', url: null, effectiveDeltaHundredths: -800 });
    await expectChain(table, vendor);
    expect(await listRecentEvents(table, vendor.id, 10)).toStrictEqual([event]);
    const again = await table.transact(startWrites(vendor, NOW_MS));
    expect(again).toMatchObject({ written: false, refusals: { state: {} } });
  });
});

describe('a report that repeats another', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;

  test.each([
    [7 * DAY_MS - 1, false],
    [7 * DAY_MS, true],
    [7 * DAY_MS + 1, true],
  ])('%d ms later counts anew: %s', async (laterMs, isNew) => {
    const table = memoryTable();
    const vendor = newVendor();
    const first = await report(table, vendor, { kind: 'litigation', source: 'Federal High Court' }, NOW_MS);
    const second = await report(
      table,
      vendor,
      { kind: 'litigation', source: ' federal  high COURT ' },
      NOW_MS + laterMs,
    );
    expect([first.isNew, second.isNew]).toEqual([true, isNew]);
    expect(second.event.eventId === first.event.eventId).toBe(!isNew);
    expect(await readScoreHistory(table, vendor.id)).toHaveLength(isNew ? 3 : 2);
  });

  test('has the same vendor, kind and source', async () => {
    const table = memoryTable();
    const vendor = newVendor();
    await report(table, vendor, { kind: 'litigation', source: 'a' }, NOW_MS);
    expect((await report(table, vendor, { kind: 'litigation', source: 'b' }, NOW_MS)).isNew).toBe(true);
    expect((await report(table, vendor, { kind: 'pep_match', source: 'a' }, NOW_MS)).isNew).toBe(true);
    expect((await report(table, newVendor(), { kind: 'litigation', source: 'a' }, NOW_MS)).isNew).toBe(true);
  });

  test('counts again once the first is voided, but not if a later one still counts', async () => {
    const table = memoryTable();
    const vendor = newVendor();
    const { event } = await report(table, vendor, { kind: 'litigation' }, NOW_MS);
    await voidIt(table, event, NOW_MS + 1);
    const second = await report(table, vendor, { kind: 'litigation' }, NOW_MS + 2);
    expect(second.isNew).toBe(true);

    const third = await report(table, vendor, { kind: 'litigation' }, NOW_MS + 2 + 7 * DAY_MS);
    expect(third.isNew).toBe(true);
    await voidIt(table, second.event, NOW_MS + 3 + 7 * DAY_MS);
    expect((await report(table, vendor, { kind: 'litigation' }, NOW_MS + 4 + 7 * DAY_MS)).isNew).toBe(false);
  });
});
