import { isDeepStrictEqual } from 'node:util';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { jointCountWrites, numbersOfItem, readJointCounts } from '#shared/db/lists/joint-counts';
import type { Table } from '#shared/db/operations';
import type { WholeReader } from '#shared/db/range-reader';
import { DELIVERED_EVENTS, SERVICE_TYPES } from '#shared/events/catalogue';
import { isoTime } from '#shared/platform/clock';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import { DELIVERY_STATUSES, type DeliveryStatus } from '#shared/webhooks/deliveries/records/delivery-states';
import { deliveryLogKeys, deliveryLogLists } from '#shared/webhooks/delivery-log/keys';
import { cellOf, LOG_COUNTS } from '#shared/webhooks/delivery-log/log-cells';
import { LogRefused, logDeliveries } from '#shared/webhooks/delivery-log/log-deliveries';
import { deliveryLog, type LogEntry } from '#shared/webhooks/delivery-log/log-entry';
import { type LogFilter, readLogPage } from '#shared/webhooks/delivery-log/log-pages';
import { type StoredItem, unitsFor } from '#tests/bench/cloud/units';
import { deliveryState } from '#tests/support/logged-deliveries';
import { memoryTable } from '#tests/support/memory-table';
import { seededRandom } from '#tests/support/random';

const REGISTRATION = 'whk_01KAJ3W4C7E9G2J5M8P1R4T6V0';
const NOW_MS = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const EVENTS = ['kyb.applicant.decision', 'kyb.applicant.created', 'webhook.test'] as const;

/** The statuses of a delivery, one per version. */
const LIVES: readonly (readonly DeliveryStatus[])[] = [
  ['skipped'],
  ['pending', 'delivering', 'delivered'],
  ['pending', 'delivering', 'retrying', 'delivering', 'delivered'],
  ['pending', 'delivering', 'retrying', 'delivering', 'failed'],
  ['pending', 'delivering', 'retrying', 'delivering', 'failed', 'pending', 'delivering', 'delivered'],
  ['pending', 'delivering', 'delivered', 'pending', 'delivering', 'retrying'],
];

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T;

/** The states of many deliveries, interleaved, but in order for each delivery. */
const statesOf = (count: number, random: () => number): readonly Delivery[] => {
  const lives = Array.from({ length: count }, (_, index) => {
    const first = deliveryState(REGISTRATION, {
      status: 'pending',
      event: pick(EVENTS, random),
      createdAt: isoTime(NOW_MS - DAY_MS + Math.floor(index / 3)),
    });
    return pick(LIVES, random).map((status, version) => ({ ...first, status, version: version + 1 }));
  });
  const states: Delivery[] = [];
  // A window of them is in progress at a time.
  for (let open = lives.splice(0, 20); open.length > 0; ) {
    const life = pick(open, random);
    const next = life.shift();
    if (next) states.push(next);
    if (life.length === 0) open = [...open.filter((one) => one !== life), ...lives.splice(0, 1)];
  }
  return states;
};

/** A table whose transactions sometimes fail, written or not, as when a container dies or its response is lost. */
const failing = (table: Table, random: () => number): Table => ({
  ...table,
  transact: async (operations) => {
    if (random() < 0.15) throw new Error('The container died before');
    const result = await table.transact(operations);
    if (random() < 0.15) throw new Error('The container died after');
    return result;
  },
});

const untilDone = async (work: () => Promise<void>): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof LogRefused) throw error;
    }
  }
  throw new Error('The log does not come to an end');
};

/** Loses the count of the only delivery of a log. */
const uncount = async (table: Table, state: Delivery): Promise<void> => {
  const [write] = jointCountWrites(deliveryLog(REGISTRATION), [{ cell: cellOf(state), number: 1, by: -1 }]);
  expect(write && (await table.write(write)).written).toBe(true);
};

/** Every entry that a filter selects, from its pages. */
const pagesOf = async (table: Table, filter: LogFilter, limit: number, nowMs = NOW_MS) => {
  const entries: LogEntry[] = [];
  for (let page = 1; ; page++) {
    const read = await readLogPage(table, REGISTRATION, filter, { page, limit }, nowMs);
    expect(read.entries.length).toBe(Math.max(0, Math.min(limit, read.total - (page - 1) * limit)));
    entries.push(...read.entries);
    if (page * limit >= read.total) return { entries, total: read.total };
  }
};

const log = (table: Table, states: readonly Delivery[]) =>
  logDeliveries(REGISTRATION, states, { table, clock: () => NOW_MS });

/** Batches of two shards at once, repeated batches, and old ones that arrive late. */
const logUnderFaults = async (table: Table, states: readonly Delivery[], random: () => number): Promise<void> => {
  const done: (readonly Delivery[])[] = [];
  for (let start = 0; start < states.length; ) {
    const size = 1 + Math.floor(random() * 80);
    const batch = states.slice(start, start + size);
    start += size;
    const others: (readonly Delivery[])[] = random() < 0.5 ? [batch] : [];
    if (done.length > 0 && random() < 0.4) others.push(pick(done, random));
    await Promise.all([batch, ...others].map((one) => untilDone(() => log(failing(table, random), one))));
    done.push(batch);
  }
};

/** Every status and event, and no filter, each with and without the ends of a range. */
const filtersOf = (times: readonly string[], random: () => number): readonly LogFilter[] =>
  [undefined, ...DELIVERY_STATUSES].flatMap((status) =>
    [undefined, ...EVENTS].flatMap((event) => {
      const [from = '', to = ''] = [pick(times, random), pick(times, random)].sort();
      return [{}, { from }, { to }, { from, to }].map((range) => ({ status, event, ...range }));
    }),
  );

const isWanted = ({ status, event, from = '', to = '~' }: LogFilter, entry: LogEntry): boolean =>
  (status === undefined || entry.status === status) &&
  (event === undefined || entry.event === event) &&
  entry.createdAt >= from &&
  entry.createdAt <= to;

describe('the log of a registration after faults', () => {
  const shown = async (seed: number): Promise<void> => {
    const random = seededRandom(seed);
    const table = memoryTable();
    const states = statesOf(150, random);
    await logUnderFaults(table, states, random);
    const latest = new Map(states.map((state) => [state.deliveryId, state]));
    const { entries: all } = await pagesOf(table, {}, 50);
    expect(all.map(({ deliveryId }) => deliveryId).sort()).toStrictEqual([...latest.keys()].sort());
    for (const entry of all) {
      const { status, version } = latest.get(entry.deliveryId) as Delivery;
      expect([entry.status, entry.version]).toStrictEqual([status, version]);
    }
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toStrictEqual([...new Set(times)].sort().reverse());
    expect(all.map(({ number }) => number)).toStrictEqual(Array.from({ length: 150 }, (_, index) => 150 - index));

    for (const filter of filtersOf(times, random)) {
      const wanted = all.filter((entry) => isWanted(filter, entry));
      const read = await pagesOf(table, filter, pick([3, 7, 20, 100], random));
      expect(read.total).toBe(wanted.length);
      expect(read.entries).toStrictEqual(wanted);
    }
  };

  test.each([1, 2])(
    'shows each delivery once in its current state, with exact totals and pages of every filter (seed %i)',
    shown,
  );

  test.each([3, 4, 5, 6, 7, 8])(
    'shows each delivery once in its current state, with exact totals and pages of every filter (seed %i)',
    { tags: ['load'] },
    shown,
  );

  test('counts a delivery whose first record is its last state only in that state', async () => {
    const table = memoryTable();
    const state = deliveryState(REGISTRATION, { status: 'delivered', version: 4, createdAt: isoTime(NOW_MS) });
    await log(table, [{ ...state, status: 'pending', version: 1 }, state]);
    const counts = await readJointCounts(table, deliveryLog(REGISTRATION));
    expect([...counts]).toStrictEqual([[cellOf(state), new Map([[0, 1]])]]);
  });

  test('refuses a change if a count disagrees, and stays as it is', async () => {
    const table = memoryTable();
    const state = deliveryState(REGISTRATION, { status: 'pending', createdAt: isoTime(NOW_MS) });
    await log(table, [state]);
    await uncount(table, state);
    await expect(log(table, [{ ...state, status: 'delivered', version: 2 }])).rejects.toThrow(LogRefused);
    expect((await pagesOf(table, {}, 10)).entries).toMatchObject([{ status: 'pending' }]);
  });
});

describe('the counts of a log', () => {
  const ITEM = numbersOfItem(LOG_COUNTS);
  const items = (table: Table & WholeReader) => table.queryAll({ partition: deliveryLogLists.log(REGISTRATION) });
  const delivered = (count: number, changes: Partial<Delivery> = {}) =>
    Array.from({ length: count }, () =>
      deliveryState(REGISTRATION, { status: 'delivered', createdAt: isoTime(NOW_MS), ...changes }),
    );

  test('name every event in every status differently', () => {
    const cells = DELIVERED_EVENTS.flatMap(({ event }) => DELIVERY_STATUSES.map((status) => cellOf({ event, status })));
    expect(new Set(LOG_COUNTS.codes.keys())).toStrictEqual(new Set(cells));
    expect(new Set(LOG_COUNTS.codes.values()).size).toBe(cells.length);
  });

  test.each(SERVICE_TYPES)('take one unit however the deliveries of %s are mixed', async (serviceType) => {
    const table = memoryTable();
    const received = DELIVERED_EVENTS.filter((one) => one.serviceType === serviceType || one.serviceType === null);
    for (let logged = 0; logged < 3 * ITEM; logged += 16) {
      // Each delivery passes through every status, so that every cell of the block has been counted.
      const some = delivered(16).map((state, index) => ({
        ...state,
        event: received[index % received.length]?.event ?? '',
      }));
      for (const [version, status] of DELIVERY_STATUSES.entries()) {
        await log(
          table,
          some.map((state) => ({ ...state, status, version: version + 1 })),
        );
      }
    }
    const written = await items(table);
    expect(written).toHaveLength(3);
    for (const item of written) expect(unitsFor(marshall(item) as unknown as StoredItem)).toBe(1);
    expect((await pagesOf(table, {}, 100)).total).toBe(3 * ITEM);
  });

  test('follow a change of a delivery that an earlier item counts', async () => {
    const table = memoryTable();
    const [oldest, ...others] = delivered(3 * ITEM, { status: 'failed' }) as [Delivery, ...Delivery[]];
    await log(table, [oldest, ...others]);
    const before = await items(table);
    const ofSecond = others[ITEM] as Delivery;
    await log(table, [{ ...ofSecond, status: 'delivered', version: 2 }]);
    const changed = (await items(table)).filter((item, index) => !isDeepStrictEqual(item, before[index]));
    expect(changed.map(({ sk }) => sk)).toStrictEqual(['COUNT#000000000001']);
    const count = async (status: DeliveryStatus) => (await pagesOf(table, { status }, 50)).total;
    expect([await count('failed'), await count('delivered')]).toStrictEqual([3 * ITEM - 1, 1]);
    // With a new delivery in the same transaction, which another item counts.
    await log(table, [{ ...oldest, status: 'delivered', version: 2 }, ...delivered(1)]);
    expect([await count('failed'), await count('delivered')]).toStrictEqual([3 * ITEM - 2, 3]);
  });

  test.each([ITEM - 31, ITEM - 1, ITEM, ITEM + 1, 2 * ITEM - 15, 2 * ITEM])(
    'are exact after two workers log at once from an end at %i',
    async (length) => {
      const table = memoryTable();
      await log(table, delivered(length, { status: 'pending' }));
      const [one, other] = [delivered(30), delivered(30, { status: 'failed' })];
      await Promise.all([log(table, one), log(table, other)]);
      const { entries, total } = await pagesOf(table, {}, 100);
      expect(total).toBe(length + 60);
      expect(entries.map(({ number }) => number)).toStrictEqual(
        Array.from({ length: length + 60 }, (_, index) => length + 60 - index),
      );
      for (const status of ['delivered', 'failed'] as const) {
        expect((await pagesOf(table, { status }, 7)).total).toBe(30);
      }
      expect((await pagesOf(table, { status: 'pending' }, 100)).total).toBe(length);
    },
  );

  test('are deleted once everything in them has left the list, but never the end of the log', async () => {
    const table = memoryTable();
    await log(table, delivered(2 * ITEM + 1));
    const expiries = (await items(table)).map(({ sk, expiresAtSeconds }) => [sk, expiresAtSeconds]);
    expect(expiries).toStrictEqual([
      ['COUNT#000000000001', (NOW_MS + 32 * DAY_MS) / 1000],
      ['COUNT#000000000002', undefined],
      ['HEAD', undefined],
    ]);
  });
});

describe('the 30 days of a log', () => {
  test('older entries are neither listed nor counted, whatever is requested, once they are deleted', async () => {
    const table = memoryTable();
    const at = (days: number, status: DeliveryStatus) =>
      deliveryState(REGISTRATION, { status, createdAt: isoTime(NOW_MS - days * DAY_MS) });
    const early = { table, clock: () => NOW_MS - 20 * DAY_MS };
    const old = [40, 39, 38, 31].map((days) => at(days, 'failed'));
    await logDeliveries(REGISTRATION, [...old, at(29, 'failed'), at(25, 'delivered')], early);
    await log(table, [at(1, 'failed')]);
    for (const { deliveryId } of old) {
      await table.write({ kind: 'delete', key: deliveryLogKeys.entry(deliveryId), when: { pk: 'exists' } });
    }
    for (const filter of [{}, { from: isoTime(0) }]) {
      expect((await pagesOf(table, filter, 2)).total).toBe(3);
      expect((await pagesOf(table, { ...filter, status: 'failed' }, 2)).total).toBe(2);
    }
    expect((await pagesOf(table, { to: isoTime(NOW_MS - 35 * DAY_MS) }, 2)).total).toBe(0);
  });

  test('a late record of a delivery that has left the list is not logged', async () => {
    const table = memoryTable();
    await log(table, [deliveryState(REGISTRATION, { status: 'failed', createdAt: isoTime(NOW_MS - 31 * DAY_MS) })]);
    expect(await table.queryAll({ partition: deliveryLogLists.log(REGISTRATION) })).toStrictEqual([]);
  });
});

test('a page of a list costs the same number of queries, however long the list is', async () => {
  const calls = async (length: number): Promise<number> => {
    const table = memoryTable();
    for (let start = 0; start < length; start += 500) {
      const states = Array.from({ length: Math.min(500, length - start) }, (_, index) =>
        deliveryState(REGISTRATION, {
          status: index % 2 === 0 ? 'delivered' : 'failed',
          createdAt: isoTime(NOW_MS - DAY_MS + start + index),
        }),
      );
      await log(table, states);
    }
    let count = 0;
    const query: Table['query'] = (range) => {
      count++;
      return table.query(range);
    };
    await readLogPage({ ...table, query }, REGISTRATION, {}, { page: Math.ceil(length / 40), limit: 20 }, NOW_MS);
    return count;
  };
  expect(await calls(2_000)).toBe(await calls(100));
});
