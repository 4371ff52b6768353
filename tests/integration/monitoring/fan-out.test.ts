import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { handler } from '#functions/events/fan-out-alerts';
import { companyKeys } from '#shared/companies/keys';
import { serviceTable } from '#shared/db/client';
import { remove, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { alertStats, readAlertPage } from '#shared/monitoring/alerts/alert-lists';
import { type FanOut, fanOutOfMessage, fanOuts } from '#shared/monitoring/fan-out/fan-out-queue';
import { sweepFanOuts } from '#shared/monitoring/fan-out/sweep-fan-outs';
import { findEvent } from '#shared/monitoring/vendors/event-repository';
import { vendorKeys } from '#shared/monitoring/vendors/keys';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import { voidPlan } from '#shared/monitoring/vendors/void-event';
import { watchKeys } from '#shared/monitoring/watches/keys';
import type { Watch } from '#shared/monitoring/watches/watch';
import { isoTime } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import { asTest } from '#tests/support/function-access';
import { mockAws } from '#tests/support/mock-aws';
import { eventsOf } from '#tests/support/outbox';
import { stepWhile } from '#tests/support/wait-until';
import {
  eventTypesOf,
  fanOutWorkers,
  isPending,
  recorded,
  SMALL_BOUNDS,
  type WatchedVendor,
  watchedVendor,
} from './fan-out-world.ts';

const table = serviceTable();
const queue = mockAws(SQSClient);
const FIRST_PAGE = { page: 1, limit: 100 };
const ONCE = ['monitoring.alert.created', 'monitoring.score.changed'];

const alertsOf = async (place: Parameters<typeof readAlertPage>[1]) =>
  (await readAlertPage(table, place, {}, FIRST_PAGE)).entries;

/** Voids an event. Returns its fan-out, as a message starts it. */
const voided = async ({ vendor }: WatchedVendor, eventId: string) => {
  const [event, state] = await Promise.all([findEvent(table, vendor.id, eventId), readVendorState(table, vendor.id)]);
  if (!event || !state) throw new Error('Nothing was recorded');
  const { operations, pointNumber } = voidPlan({ event, state }, 'dsp_1', Date.now());
  await table.transact(operations);
  return { vendorId: vendor.id, number: pointNumber ?? 0 };
};

describe('An event of a vendor', () => {
  test('reaches each of three watchers once, with one alert and its webhook events', async () => {
    const world = await watchedVendor({ watchers: 3 });
    const { event, fanOut } = await recorded(world, { whatChanged: 'Ada Obi joined the board.' });
    const { drain, counted } = fanOutWorkers();
    expect(await drain(fanOut)).toBe(1);
    for (const watch of world.watches) {
      const [alert, ...others] = await alertsOf(watch);
      expect(others).toStrictEqual([]);
      expect(alert).toMatchObject({
        accountId: watch.accountId,
        environment: 'live',
        vendorId: world.vendor.id,
        vendorName: 'Kano Mills Limited',
        eventId: event.eventId,
        severity: 'MEDIUM',
        title: 'Directors changed',
        message: 'Kano Mills Limited has had a change of directors.',
        whatChanged: 'Ada Obi joined the board.',
        read: false,
      });
      const events = await eventsOf(watch.accountId);
      expect(events.find(({ type }) => type === 'monitoring.alert.created')?.data).toStrictEqual({
        alertId: alert?.id,
        vendorId: world.vendor.id,
        eventId: event.eventId,
        environment: 'live',
        kind: 'director_change',
        severity: 'MEDIUM',
        createdAt: alert?.createdAt,
      });
      expect(events.find(({ type }) => type === 'monitoring.score.changed')?.data).toStrictEqual({
        vendorId: world.vendor.id,
        eventId: event.eventId,
        environment: 'live',
        reason: 'event',
        number: 2,
        scoreBefore: 80,
        scoreAfter: 77,
        riskTier: 'LOW',
        changedAt: event.createdAt,
      });
      expect(events).toHaveLength(2);
      expect(events.map(({ widgetId, environment }) => [widgetId, environment])).toStrictEqual([
        [null, 'live'],
        [null, 'live'],
      ]);
    }
    expect(counted).toStrictEqual(['AlertsCreated 3']);
    expect(await isPending(fanOut)).toBe(false);
  });

  test('that is a media mention is also reported as one', async () => {
    const world = await watchedVendor({ watchers: 1 });
    const { fanOut, event } = await recorded(world, { kind: 'positive_media', headline: 'Mills win a prize' });
    await fanOutWorkers().drain(fanOut);
    const [watch] = world.watches;
    const events = await eventsOf(String(watch?.accountId));
    expect(events.map(({ type }) => type).sort()).toStrictEqual([
      'monitoring.alert.created',
      'monitoring.media_mention.detected',
      'monitoring.score.changed',
    ]);
    expect(events.find(({ type }) => type === 'monitoring.media_mention.detected')?.data).toStrictEqual({
      vendorId: world.vendor.id,
      eventId: event.eventId,
      environment: 'live',
      sentiment: 'positive',
      severity: 'LOW',
      detectedAt: event.createdAt,
    });
    expect(JSON.stringify(events)).not.toContain('prize');
  });

  test('that does not change the score makes an alert, and no event about the score', async () => {
    const world = await watchedVendor({ watchers: 1 });
    await table.write(update(vendorKeys.state(world.vendor.id), { set: { scoreHundredths: 10_000 }, when: {} }));
    const { fanOut } = await recorded(world, { kind: 'positive_media' });
    await fanOutWorkers().drain(fanOut);
    expect(await eventTypesOf(world.watches[0] ?? { accountId: '' })).toStrictEqual([
      'monitoring.alert.created',
      'monitoring.media_mention.detected',
    ]);
  });

  test('that nobody watches ends at once', async () => {
    const world = await watchedVendor({ watchers: 0 });
    const { fanOut } = await recorded(world);
    expect(await fanOutWorkers().drain(fanOut)).toBe(1);
    expect(await isPending(fanOut)).toBe(false);
  });

  test('that is voided reports the restored score, and makes no other alert', async () => {
    const world = await watchedVendor({ watchers: 2 });
    const { event, fanOut } = await recorded(world);
    const workers = fanOutWorkers();
    await workers.drain(fanOut);
    const voiding = await voided(world, event.eventId);
    await workers.drain(voiding);
    await table.write(update(vendorKeys.point(voiding.vendorId, voiding.number), { set: { gsi4pk: 'x' }, when: {} }));
    // Again, although it has ended.
    await workers.drain(voiding);
    for (const watch of world.watches) {
      expect(await alertsOf(watch)).toHaveLength(1);
      const changes = (await eventsOf(watch.accountId)).filter(({ type }) => type === 'monitoring.score.changed');
      expect(changes.map(({ data: { reason, number, scoreAfter } }) => [reason, number, scoreAfter])).toStrictEqual([
        ['event', 2, 77],
        ['voided', 3, 80],
      ]);
    }
  });
});

describe('An event that was voided before its watchers are notified', () => {
  test('makes no alert and is not a media mention for them, while both changes of the score are reported', async () => {
    const world = await watchedVendor({ watchers: 1 });
    const { event, fanOut } = await recorded(world, { kind: 'adverse_media' });
    const voiding = await voided(world, event.eventId);
    const { drain, counted } = fanOutWorkers();
    await drain(fanOut);
    await drain(voiding);
    for (const watch of world.watches) {
      expect(await alertsOf(watch)).toStrictEqual([]);
      const events = await eventsOf(watch.accountId);
      expect(events.map(({ type, data: { reason } }) => [type, reason])).toStrictEqual([
        ['monitoring.score.changed', 'event'],
        ['monitoring.score.changed', 'voided'],
      ]);
    }
    expect(counted).toStrictEqual([]);
    expect(await isPending(fanOut)).toBe(false);
  });
});

test("Alerts use the vendor's name at the time that they are made", async () => {
  const world = await watchedVendor({ watchers: 1 });
  const key = companyKeys.company(world.vendor.id);
  await table.write(update(key, { set: { companyName: 'Zaria Mills Limited' }, when: {} }));
  const { fanOut } = await recorded(world, { kind: 'name_change' });
  await fanOutWorkers().drain(fanOut);
  for (const watch of world.watches) {
    expect(await alertsOf(watch)).toMatchObject([
      { vendorName: 'Zaria Mills Limited', message: 'Zaria Mills Limited has a new registered name.' },
    ]);
  }
});

const keyOfWatch = ({ accountId, environment, vendorId }: Watch) => watchKeys.watch(accountId, environment, vendorId);

describe('The notified watchers', () => {
  test('do not include one whose watch was paused or ended while its index still showed it, or began after the event', async () => {
    const world = await watchedVendor({ watchers: 4 });
    const [paused, ended, again, active] = world.watches;
    if (!paused || !ended || !again || !active) throw new Error('Four watches');
    const { fanOut } = await recorded(world);
    // Only the status changes, so the index shows these watches as active.
    await table.write(update(keyOfWatch(paused), { set: { status: 'paused' }, when: {} }));
    const { drain } = fanOutWorkers({
      table: {
        ...table,
        query: async (range) => {
          const page = await table.query(range);
          // Not with the page of another shard, which may come before this watch is shown.
          if (page.items.some(({ accountId }) => accountId === ended.accountId))
            await asTest(() => table.write(remove(keyOfWatch(ended), {})));
          return page;
        },
      },
    });
    await table.write(
      update(keyOfWatch(again), { set: { monitoringSince: new Date(Date.now() + 60_000).toISOString() }, when: {} }),
    );
    await drain(fanOut);
    expect(
      await Promise.all([paused, ended, again, active].map(async (watch) => (await alertsOf(watch)).length)),
    ).toEqual([0, 0, 0, 1]);
    expect(await eventTypesOf(paused)).toStrictEqual([]);
  });

  test('include one who began to watch in the same millisecond as the event, but not in the next', async () => {
    const world = await watchedVendor({ watchers: 3 });
    const { event, fanOut } = await recorded(world);
    const beganAfterMs = [-1, 0, 1];
    for (const [index, afterMs] of beganAfterMs.entries()) {
      const watch = world.watches[index];
      if (!watch) throw new Error('Three watches');
      const monitoringSince = isoTime(Date.parse(event.createdAt) + afterMs);
      await table.write(update(keyOfWatch(watch), { set: { monitoringSince }, when: {} }));
    }
    await fanOutWorkers().drain(fanOut);
    expect(await Promise.all(world.watches.map(async (watch) => (await alertsOf(watch)).length))).toEqual([1, 1, 0]);
    expect(await Promise.all(world.watches.map(eventTypesOf))).toStrictEqual([ONCE, ONCE, []]);
  });

  test('include those that the index shows late: it is read again until it has shown as many as watch', async () => {
    const world = await watchedVendor({ watchers: 2 });
    const { fanOut } = await recorded(world);
    let lags = true;
    const { waiting, step, drain } = fanOutWorkers({
      table: {
        ...table,
        query: async (range) => {
          const page = await table.query(range);
          const isLate = lags && page.items.some(({ accountId }) => accountId === world.watches[1]?.accountId);
          return isLate ? { items: [] } : page;
        },
      },
    });
    await step(fanOut);
    expect(await isPending(fanOut)).toBe(true);
    lags = false;
    expect(waiting).toStrictEqual([fanOut]);
    await drain(waiting.shift() ?? fanOut);
    expect(await Promise.all(world.watches.map(eventTypesOf))).toStrictEqual([ONCE, ONCE]);
    expect(await isPending(fanOut)).toBe(false);
  });

  test('are looked for at most a minute if the count of watches disagrees', async () => {
    const world = await watchedVendor({ watchers: 1 });
    await table.write(update(vendorKeys.state(world.vendor.id), { set: { activeWatches: 5 }, when: {} }));
    const { fanOut } = await recorded(world);
    const { waiting, step } = fanOutWorkers({ clock: () => Date.now() + 61_000 });
    await step(fanOut);
    expect([waiting, await isPending(fanOut)]).toStrictEqual([[], false]);
  });
});

describe('Many watchers of a vendor', () => {
  test('are notified by chains of workers, each with a page of one shard', async () => {
    const crowd = await watchedVendor({ watchers: 30, shard: 7 });
    const { fanOut } = await recorded(crowd);
    const { drain } = fanOutWorkers({}, SMALL_BOUNDS);
    expect(await drain(fanOut)).toBe(3);
    expect(await Promise.all(crowd.watches.map(eventTypesOf))).toStrictEqual(crowd.watches.map(() => ONCE));
    expect(await isPending(fanOut)).toBe(false);
  });

  test('are notified once each, however often and in whatever order messages arrive, by concurrent workers', async () => {
    const world = await watchedVendor({ watchers: 6 });
    const { fanOut } = await recorded(world);
    const { waiting, step } = fanOutWorkers({}, SMALL_BOUNDS);
    await Promise.all([step(fanOut), step(fanOut)]);
    const parts = waiting.splice(0);
    await Promise.all([...parts, ...parts].reverse().map(step));
    const round = () => Promise.all(waiting.splice(0).map(step));
    await stepWhile(() => waiting.length > 0, round, { most: 50, what: 'the last worker' });
    for (const part of [...parts, fanOut]) await step(part);
    expect(waiting).toStrictEqual([]);
    expect(await Promise.all(world.watches.map(eventTypesOf))).toStrictEqual(world.watches.map(() => ONCE));
    const stats = world.watches.map((watch) => alertStats(table, watch, world.vendor.id));
    expect(await Promise.all(stats)).toStrictEqual(world.watches.map(() => ({ hasAlerts: true, unreadAlerts: 1 })));
    expect(await isPending(fanOut)).toBe(false);
  });
});

describe('A worker that dies after an alert and before the other events of its watcher', () => {
  const DIED = Object.assign(new Error('The worker died'), { name: 'TimeoutError' });

  /** A fan-out whose worker made every alert, and failed at every write after it. */
  const interrupted = async () => {
    const world = await watchedVendor({ watchers: 3, shard: 5 });
    const { fanOut } = await recorded(world);
    const write: Table['write'] = async () => Promise.reject(DIED);
    const dying = fanOutWorkers({ table: { ...table, write } }, { mostAtOnce: 50, pagesAStep: 1 });
    await expect(dying.step(fanOut)).rejects.toThrow();
    expect(await Promise.all(world.watches.map(eventTypesOf))).toStrictEqual(
      world.watches.map(() => ['monitoring.alert.created']),
    );
    return { world, fanOut };
  };

  test('is completed by the next one, which makes no second alert', async () => {
    const { world, fanOut } = await interrupted();
    const { drain, counted } = fanOutWorkers();
    await drain(fanOut);
    expect(await Promise.all(world.watches.map(eventTypesOf))).toStrictEqual(world.watches.map(() => ONCE));
    expect(await Promise.all(world.watches.map(async (watch) => (await alertsOf(watch)).length))).toEqual([1, 1, 1]);
    expect(counted).toStrictEqual([]);
    expect(await isPending(fanOut)).toBe(false);
  });

  test('leaves the score unreported to a watcher that has ended its watch by then', async () => {
    const { world, fanOut } = await interrupted();
    const [ended, ...others] = world.watches;
    if (!ended) throw new Error('Three watches');
    await table.write(remove(keyOfWatch(ended)));
    await fanOutWorkers({ clock: () => Date.now() + 61_000 }).drain(fanOut);
    expect(await eventTypesOf(ended)).toStrictEqual(['monitoring.alert.created']);
    expect(await Promise.all(others.map(eventTypesOf))).toStrictEqual(others.map(() => ONCE));
  });
});

describe('One of 41 watchers', () => {
  const REFUSED = Object.assign(new Error('It is refused'), { name: 'ValidationException' });
  const timesNotified = (watches: readonly Watch[]) => Promise.all(watches.map(eventTypesOf));

  /** A vendor whose watchers are notified page by page, with the log lines of the workers. */
  const crowded = async (refusedAccount = () => '') => {
    const world = await watchedVendor({ watchers: 41, shard: 3 });
    const [one, ...others] = world.watches;
    if (!one) throw new Error('41 watches');
    const { fanOut } = await recorded(world);
    const lines: { code: string; fields: unknown }[] = [];
    const note = (code: string, fields?: unknown) => void lines.push({ code, fields });
    const log: Logger = { info: () => {}, warn: note, error: note, with: () => log };
    const transact: Table['transact'] = async (operations) => {
      const account = refusedAccount();
      if (account !== '' && JSON.stringify(operations).includes(account)) throw REFUSED;
      return table.transact(operations);
    };
    const workers = fanOutWorkers({ log, table: { ...table, transact } }, SMALL_BOUNDS);
    return { one, others, fanOut, lines, workers };
  };

  test('that cannot be read is reported by its key and counted, and the 40 others get their alerts, once', async () => {
    const { one, others, fanOut, lines, workers } = await crowded();
    await table.write(update(keyOfWatch(one), { set: { status: 'of a later version' }, when: {} }));
    await workers.drain(fanOut);
    expect(await timesNotified([one, ...others])).toStrictEqual([[], ...others.map(() => ONCE)]);
    const { pk, sk } = keyOfWatch(one);
    expect(lines).toMatchObject([{ code: 'WATCHER_UNREADABLE', fields: { messageId: `${pk}/${sk}` } }]);
    expect(workers.counted).toContain('ItemsSetAside 1');
    expect(await isPending(fanOut)).toBe(false);
  });

  test.each([1, 2])(
    'that fails gets its own message by %i workers, and the 40 others get their alerts, once',
    async (count) => {
      let refused = '';
      const { one, others, fanOut, lines, workers } = await crowded(() => refused);
      refused = one.accountId;
      const { waiting, step } = workers;
      const aside: FanOut[] = [];
      waiting.push(fanOut);
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (next.watcher) aside.push(next);
        else await Promise.all(Array.from({ length: count }, () => step(next as FanOut)));
      }
      expect(await timesNotified([one, ...others])).toStrictEqual([[], ...others.map(() => ONCE)]);
      expect(lines.find(({ code }) => code === 'WATCHER_SET_ASIDE')).toMatchObject({
        fields: { accountId: one.accountId, errorName: 'ValidationException' },
      });
      expect(await isPending(fanOut)).toBe(false);
      const [message] = aside;
      if (!message) throw new Error('The watcher has no message of its own');
      await expect(step(message)).rejects.toThrow('It is refused');
      refused = '';
      await Promise.all([...aside, message].map(step));
      expect(await timesNotified([one, ...others])).toStrictEqual([one, ...others].map(() => ONCE));
    },
  );
});

test('Several simultaneous events of one vendor are all in the lists of its watchers, each once', async () => {
  const world = await watchedVendor({ watchers: 2 });
  const fanOuts = [];
  for (const source of ['CAC', 'Gazette', 'Daily Trust', 'Court']) {
    fanOuts.push((await recorded(world, { kind: 'litigation', source })).fanOut);
  }
  await Promise.all(fanOuts.map((fanOut) => fanOutWorkers().drain(fanOut)));
  for (const watch of world.watches) {
    const { entries: alerts, total } = await readAlertPage(table, watch, { vendorId: world.vendor.id }, FIRST_PAGE);
    expect([total, alerts.length, new Set(alerts.map(({ eventId }) => eventId)).size]).toStrictEqual([4, 4, 4]);
    const times = alerts.map(({ createdAt }) => createdAt);
    expect(times).toStrictEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(4);
  }
});

describe('The sweep', () => {
  const sweep = async (vendorId: string, atMs: number) => {
    const { effects, waiting } = fanOutWorkers({ clock: () => atMs });
    await sweepFanOuts({ ...effects, fanOuts: effects.send });
    return waiting.filter((fanOut) => fanOut.vendorId === vendorId);
  };

  test('restarts a fan-out whose message was lost after a minute, at intervals, and none that has ended', async () => {
    const lost = await watchedVendor({ watchers: 1 });
    const done = await watchedVendor({ watchers: 1 });
    const { fanOut } = await recorded(lost);
    const ended = await recorded(done);
    await fanOutWorkers().drain(ended.fanOut);
    const nowMs = Date.now();
    expect(await sweep(lost.vendor.id, nowMs + 30_000)).toStrictEqual([]);
    expect(await sweep(lost.vendor.id, nowMs + 90_000)).toStrictEqual([fanOut]);
    expect(await sweep(lost.vendor.id, nowMs + 150_000)).toStrictEqual([]);
    expect(await sweep(lost.vendor.id, nowMs + 20 * 60_000)).toStrictEqual([fanOut]);
    expect(await sweep(done.vendor.id, nowMs + 60 * 60_000)).toStrictEqual([]);
  });

  test('does not touch a fan-out with many watchers while it runs', async () => {
    const world = await watchedVendor({ watchers: 2 });
    const { fanOut } = await recorded(world);
    await fanOutWorkers({}, SMALL_BOUNDS).step(fanOut);
    expect(await sweep(world.vendor.id, Date.now() + 5 * 60_000)).toStrictEqual([]);
    expect(await sweep(world.vendor.id, Date.now() + 15 * 60_000)).toStrictEqual([fanOut]);
  });
});

describe('The queue', () => {
  test('is read by the function, in which a step of an unknown fan-out changes nothing', async () => {
    const world = await watchedVendor({ watchers: 1 });
    const { fanOut } = await recorded(world);
    const record = (body: unknown) => ({ messageId: '1', body: JSON.stringify(body), attributes: {} });
    const unknown = { vendorId: world.vendor.id, number: 9 };
    for (const body of [fanOut, unknown]) {
      expect(await handler({ Records: [record(body)] } as never)).toStrictEqual({ batchItemFailures: [] });
    }
    expect(await Promise.all(world.watches.map(eventTypesOf))).toStrictEqual([ONCE]);
  });

  test("contains what was sent to it, in the vendor's message group", async () => {
    queue.reset();
    queue.on(SendMessageCommand).resolves({});
    const fanOut = { vendorId: 'cmp_1', number: 2, part: { shard: 3, after: { pk: 'a' }, seen: 25 } };
    await fanOuts.value(fanOut, 5);
    const [sent] = queue.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input);
    expect(sent).toMatchObject({ MessageGroupId: 'cmp_1', DelaySeconds: 5 });
    expect(fanOutOfMessage(String(sent?.MessageBody))).toStrictEqual(fanOut);
  });

  test.each([
    '',
    'null',
    '{}',
    '{"vendorId":"cmp_1"}',
    '{"vendorId":"cmp_1","number":-1}',
    '{"vendorId":1,"number":2}',
  ])('refuses %j', (body) => {
    expect(() => fanOutOfMessage(body)).toThrow();
  });
});
