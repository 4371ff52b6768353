import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { exportedItem } from '#scripts/ops/exported-item';
import { type Item, put, remove, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { DELIVERED_EVENTS } from '#shared/events/catalogue';
import { isoTime } from '#shared/platform/clock';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { DELIVERY_END_REASONS, type Delivery } from '#shared/webhooks/deliveries/records/delivery';
import { DELIVERY_STATUSES, type DeliveryStatus } from '#shared/webhooks/deliveries/records/delivery-states';
import { deliveryLogLists } from '#shared/webhooks/delivery-log/keys';
import { logDeliveries } from '#shared/webhooks/delivery-log/log-deliveries';
import { fromPageItem, type LogEntry, PAGE_ROWS } from '#shared/webhooks/delivery-log/log-page';
import { type LogFilter, readLogPage } from '#shared/webhooks/delivery-log/log-pages';
import { canBeLogged, fromRowText, toCellLetters, toRowText } from '#shared/webhooks/delivery-log/log-row';
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

const sortKeyOf = (write: WriteOperation): string => (write.kind === 'put' ? write.item.sk : write.key.sk);

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

/**
 * A table whose writes sometimes fail, written or not, as when a container dies or its response is lost. Those of the
 * times of deliveries, of which a worker makes many at once, fail more rarely.
 */
const failing = (table: Table, random: () => number): Table => ({
  ...table,
  write: async (operation) => {
    const share = sortKeyOf(operation) === 'DELIVERY' ? 0.01 : 0.15;
    if (random() < share) throw new Error('The container died before');
    const result = await table.write(operation);
    if (random() < share) throw new Error('The container died after');
    return result;
  },
});

const untilDone = async (work: () => Promise<void>): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    try {
      return await work();
    } catch {}
  }
  throw new Error('The log does not come to an end');
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
    const latest = new Map(states.map((state) => [state.deliveryId, state]));
    for (const state of latest.values())
      await table.write(put({ ...deliveryKeys.delivery(state.deliveryId), ...state }));
    await logUnderFaults(table, states, random);
    const { entries: all } = await pagesOf(table, {}, 50);
    expect(all.map(({ deliveryId }) => deliveryId).sort()).toStrictEqual([...latest.keys()].sort());
    for (const entry of all) {
      const { status, version } = latest.get(entry.deliveryId) as Delivery;
      expect([entry.status, entry.version]).toStrictEqual([status, version]);
      const stored = await table.get(deliveryKeys.delivery(entry.deliveryId));
      expect(stored?.['createdAt']).toBe(entry.createdAt);
    }
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toStrictEqual([...times].sort().reverse());
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
    expect((await pagesOf(table, { status: 'delivered' }, 10)).total).toBe(1);
    expect((await pagesOf(table, { status: 'pending' }, 10)).total).toBe(0);
  });
});

/** Deliveries that are planned one after the other. */
const planned = (count: number, changes: Partial<Delivery> = {}): Delivery[] =>
  Array.from({ length: count }, (_, index) =>
    deliveryState(REGISTRATION, { status: 'delivered', createdAt: isoTime(NOW_MS - DAY_MS + index), ...changes }),
  );

/** The totals of statuses, which are read from the counts but for the oldest page of the log and the newest three. */
const totalsOf = (table: Table, ...statuses: readonly DeliveryStatus[]) =>
  Promise.all(statuses.map(async (status) => (await pagesOf(table, { status }, 7)).total));

/** A table that records the writes that were made, and dies before those that it must not make. */
const watched = (table: Table, dies: (write: WriteOperation) => boolean = () => false) => {
  const made: WriteOperation[] = [];
  const write: Table['write'] = async (operation) => {
    if (dies(operation)) throw new Error('The container died');
    const result = await table.write(operation);
    if (result.written) made.push(operation);
    return result;
  };
  return { table: { ...table, write }, made };
};

const isOf = (name: string) => (write: WriteOperation) => sortKeyOf(write).startsWith(name);

describe('a worker that dies', () => {
  test('between a page and its counts is made up for by the repeated record, although its row is there', async () => {
    const table = memoryTable();
    const states = planned(6 * PAGE_ROWS, { status: 'failed' });
    await log(table, states);
    const resent = { ...(states[PAGE_ROWS] as Delivery), status: 'delivered', version: 2 } as const;
    await expect(log(watched(table, isOf('COUNT')).table, [resent])).rejects.toThrow('died');
    expect((await readLogPage(table, REGISTRATION, { status: 'failed' }, { page: 1, limit: 7 }, NOW_MS)).total).toBe(
      60,
    );
    const again = watched(table);
    await log(again.table, [resent]);
    expect(again.made.map(sortKeyOf)).toStrictEqual(['COUNT#000000000000']);
    expect(await totalsOf(table, 'failed', 'delivered')).toStrictEqual([6 * PAGE_ROWS - 1, 1]);
    const third = watched(table);
    await log(third.table, [resent]);
    expect(third.made).toStrictEqual([]);
  });

  test('before it counts a full page lets no other page begin', async () => {
    const table = memoryTable();
    await log(table, planned(PAGE_ROWS - 1));
    const states = planned(PAGE_ROWS);
    await expect(log(watched(table, isOf('COUNT')).table, states)).rejects.toThrow('died');
    expect((await table.queryAll({ partition: deliveryLogLists.log(REGISTRATION) })).length).toBe(1);
    await log(table, states);
    expect(await totalsOf(table, 'delivered')).toStrictEqual([2 * PAGE_ROWS - 1]);
  });

  test('before it gives a delivery the time of its row leaves that to the repeated record', async () => {
    const table = memoryTable();
    const [early, late] = planned(2) as [Delivery, Delivery];
    await table.write(put({ ...deliveryKeys.delivery(early.deliveryId), ...early }));
    await log(table, [late]);
    await expect(log(watched(table, isOf('DELIVERY')).table, [early])).rejects.toThrow('died');
    const again = watched(table);
    await log(again.table, [early]);
    expect(again.made.map(sortKeyOf)).toStrictEqual(['DELIVERY']);
    const { entries } = await pagesOf(table, {}, 10);
    const stored = await table.get(deliveryKeys.delivery(early.deliveryId));
    expect(stored).toMatchObject({ createdAt: entries[0]?.createdAt, version: early.version });
    expect(entries[0]?.createdAt).toBe(late.createdAt);
    // The record of that change changes nothing more.
    const third = watched(table);
    await log(third.table, [{ ...early, createdAt: String(stored?.['createdAt']) }]);
    expect(third.made).toStrictEqual([]);
  });
});

describe('the writes of a log', () => {
  test('are one for a delivery alone, with one more for every full page', async () => {
    const { table, made } = watched(memoryTable());
    for (const state of planned(2 * PAGE_ROWS)) await log(table, [state]);
    expect(made.filter(isOf('PAGE'))).toHaveLength(2 * PAGE_ROWS);
    expect(made).toHaveLength(2 * PAGE_ROWS + 2);
  });

  test('are one for each of those that were planned at the same moment, whose times stay', async () => {
    const { table, made } = watched(memoryTable());
    for (const state of planned(PAGE_ROWS, { createdAt: isoTime(NOW_MS) })) await log(table, [state]);
    expect(made.filter((write) => !isOf('PAGE')(write)).map(sortKeyOf)).toStrictEqual(['COUNT#000000000000']);
    const { entries } = await pagesOf(table, { from: isoTime(NOW_MS), to: isoTime(NOW_MS) }, 7);
    expect(entries).toHaveLength(PAGE_ROWS);
  });

  test('are one to three for ten that are logged together', async () => {
    const { table, made } = watched(memoryTable());
    const states = planned(25);
    const namesOf = async (some: readonly Delivery[]) => {
      made.length = 0;
      await log(table, some);
      return made.map((write) => sortKeyOf(write).split('#')[0]);
    };
    expect(await namesOf(states.slice(0, 5))).toStrictEqual(['PAGE']);
    expect(await namesOf(states.slice(5, 15))).toStrictEqual(['PAGE', 'COUNT', 'PAGE']);
    // Of the newest page, changed rows share the write of new ones.
    const changed = { ...(states[12] as Delivery), status: 'failed', version: 2 } as const;
    expect(await namesOf([...states.slice(15, 18), changed])).toStrictEqual(['PAGE']);
    expect(await totalsOf(table, 'delivered', 'failed')).toStrictEqual([17, 1]);
  });

  test('of a delivery that changes long after are its page and its counts', async () => {
    const table = memoryTable();
    const states = planned(50 * PAGE_ROWS, { status: 'failed' });
    await log(table, states);
    const { table: over, made } = watched(table);
    let read = 0;
    const query: Table['query'] = async (range) => {
      const page = await table.query(range);
      read += page.items.length;
      return page;
    };
    await log({ ...over, query }, [{ ...(states[15] as Delivery), status: 'delivered', version: 2 }]);
    expect(made.map(sortKeyOf)).toStrictEqual([expect.stringMatching(/^PAGE/), 'COUNT#000000000000']);
    expect(read).toBeLessThanOrEqual(5);
    expect(await totalsOf(table, 'failed', 'delivered')).toStrictEqual([50 * PAGE_ROWS - 1, 1]);
  });

  test('find a delivery whose row was moved far behind its time', async () => {
    const table = memoryTable();
    const [late, ...others] = planned(30 * PAGE_ROWS, { status: 'failed' }) as [Delivery, ...Delivery[]];
    await log(table, others.slice(0, 200));
    await log(table, [late]);
    await log(table, others.slice(200));
    await log(table, [{ ...late, status: 'delivered', version: 2 }]);
    expect((await pagesOf(table, {}, 100)).total).toBe(30 * PAGE_ROWS);
    const { entries } = await pagesOf(table, { status: 'delivered' }, 100);
    expect(entries).toMatchObject([{ deliveryId: late.deliveryId, number: 201 }]);
  });

  test.each([0, 1, 8, 9, 10, 11, 399, 400, 401])(
    'of two workers at once log each delivery once from an end at %i',
    async (length) => {
      const table = memoryTable();
      const all = planned(length + 60, { status: 'pending' });
      await log(table, all.slice(0, length));
      const both = all
        .slice(length)
        .map((state, index) => ({ ...state, status: index < 30 ? 'delivered' : 'failed' }) as const);
      // The middle third reaches both.
      await Promise.all([log(table, both.slice(0, 40)), log(table, both.slice(20))]);
      const { entries, total } = await pagesOf(table, {}, 100);
      expect(total).toBe(length + 60);
      expect(entries.map(({ number }) => number)).toStrictEqual(
        Array.from({ length: length + 60 }, (_, index) => length + 60 - index),
      );
      expect(new Set(entries.map(({ deliveryId }) => deliveryId)).size).toBe(length + 60);
      expect(await totalsOf(table, 'delivered', 'failed', 'pending')).toStrictEqual([30, 30, length]);
    },
  );

  test('count a page that another worker fills and follows while a row of it changes', async () => {
    const table = memoryTable();
    const states = planned(6 * PAGE_ROWS, { status: 'pending' });
    const changed = states[PAGE_ROWS] as Delivery;
    await log(table, states.slice(0, PAGE_ROWS + 1));
    let isFirst = true;
    const write: Table['write'] = async (operation) => {
      if (isFirst) {
        isFirst = false;
        await log(table, states.slice(PAGE_ROWS + 1));
      }
      return table.write(operation);
    };
    await log({ ...table, write }, [{ ...changed, status: 'delivered', version: 2 }]);
    expect(await totalsOf(table, 'pending', 'delivered')).toStrictEqual([6 * PAGE_ROWS - 1, 1]);
  });

  test('fail visibly when the newest page disappears under them, and begin it again when they are repeated', async () => {
    const table = memoryTable();
    const [first, second] = planned(2) as [Delivery, Delivery];
    await log(table, [first]);
    const vanishing: Table['write'] = async (operation) => {
      if (operation.kind === 'put') await table.write(remove(operation.item, {}));
      return table.write(operation);
    };
    await expect(log({ ...table, write: vanishing }, [second])).rejects.toThrow('is missing');
    await log(table, [second]);
    expect((await pagesOf(table, {}, 10)).entries).toMatchObject([{ deliveryId: second.deliveryId, number: 1 }]);
  });
});

describe('what a log stores', () => {
  test('names every event, status and reason by a letter of its own', () => {
    const events = DELIVERED_EVENTS.map(({ event }) => event);
    expect(events.filter((event) => !canBeLogged({ event }))).toStrictEqual([]);
    const cells = events.flatMap((event) => DELIVERY_STATUSES.map((status) => toCellLetters({ event, status })));
    expect(new Set(cells).size).toBe(events.length * DELIVERY_STATUSES.length);
    const rows = DELIVERY_END_REASONS.map((endReason) => {
      const { deliveryId, eventId, createdAt } = planned(1)[0] as Delivery;
      const row = {
        deliveryId,
        eventId,
        event: 'webhook.test',
        status: 'failed',
        attemptCount: 5,
        version: 11,
        createdAt,
      } as const;
      return { ...row, endedAt: isoTime(NOW_MS), endReason };
    });
    for (const row of rows) expect(fromRowText(toRowText(row))).toStrictEqual(row);
  });

  test('keeps a row of an event of a later version, after a rollback, as it is', () => {
    const text = toRowText({ ...(planned(1)[0] as Delivery), event: 'webhook.test' }).replace('rd-', 'zd-');
    expect(toRowText(fromRowText(text))).toBe(text);
  });

  test('takes one unit for the fullest page, and for the counts of forty where four kinds of delivery are mixed', async () => {
    const table = memoryTable();
    const longest = {
      attemptCount: 46_000,
      version: 200_000,
      environment: 'sandbox',
      endedAt: isoTime(NOW_MS),
      endReason: 'attempts_exhausted',
    } as const;
    const states = planned(40 * PAGE_ROWS, longest).map((state, index) => ({
      ...state,
      event: EVENTS[index % 2] ?? '',
      status: index % 4 < 2 ? ('failed' as const) : ('delivered' as const),
    }));
    await log(table, states);
    const items = await table.queryAll({ partition: deliveryLogLists.log(REGISTRATION) });
    expect(items).toHaveLength(41);
    for (const item of items) expect(unitsFor(marshall(item) as unknown as StoredItem)).toBe(1);
  });

  test('is exported as deliveries', async () => {
    const table = memoryTable();
    const [state] = planned(1) as [Delivery];
    await log(table, [state]);
    const [page] = await table.queryAll({ partition: deliveryLogLists.log(REGISTRATION) });
    const { deliveryId, eventId, event, status, createdAt } = state;
    const vault = () => Promise.reject(new Error('Nothing is sealed'));
    expect(await exportedItem(page as Item, vault, NOW_MS)).toMatchObject({
      family: 'deliveryLog',
      registrationId: REGISTRATION,
      rows: [{ deliveryId, eventId, event, status, createdAt }],
    });
  });

  test('is deleted once everything in it has left the list', async () => {
    const table = memoryTable();
    await log(table, planned(2 * PAGE_ROWS + 1));
    const expiries = (await table.queryAll({ partition: deliveryLogLists.log(REGISTRATION) })).map(
      ({ expiresAtSeconds }) => expiresAtSeconds,
    );
    expect(expiries).toStrictEqual(Array(4).fill((NOW_MS + 32 * DAY_MS) / 1000));
  });
});

describe('the 30 days of a log', () => {
  /** Logs a delivery of each of these days ago, ten a day, and deletes the pages of which DynamoDB is done. */
  const aged = async (days: readonly number[], isDeleted: (page: number) => boolean) => {
    const table = memoryTable();
    for (const day of days) {
      const states = planned(PAGE_ROWS, { status: 'failed' }).map((state, index) => ({
        ...state,
        createdAt: isoTime(NOW_MS - day * DAY_MS + index),
      }));
      await logDeliveries(REGISTRATION, states, { table, clock: () => NOW_MS - day * DAY_MS + 1_000 });
    }
    for (const item of await table.queryAll({ partition: deliveryLogLists.log(REGISTRATION) })) {
      if (item.sk.startsWith('PAGE') && isDeleted(fromPageItem(item).pageNumber)) await table.write(remove(item));
    }
    return table;
  };

  test.each([
    ['nothing', () => false],
    ['the oldest page', (page: number) => page === 0],
    ['the second oldest', (page: number) => page === 1],
    ['both', (page: number) => page < 2],
  ])(
    'older entries are neither listed nor counted, whatever is requested, once %s is deleted',
    async (_, isDeleted) => {
      const table = await aged([40, 35, 29, 25, 1], isDeleted);
      for (const filter of [{}, { from: isoTime(0) }]) {
        expect((await pagesOf(table, filter, 7)).total).toBe(3 * PAGE_ROWS);
        expect((await pagesOf(table, { ...filter, status: 'failed' }, 7)).total).toBe(3 * PAGE_ROWS);
      }
      expect((await pagesOf(table, { to: isoTime(NOW_MS - 33 * DAY_MS) }, 2)).total).toBe(0);
    },
  );

  test.each([
    ['nothing', () => false],
    ['its newest page', (page: number) => page === 2],
    ['its two newest pages', (page: number) => page > 0],
    ['every page', () => true],
  ])('a log that rested for 32 days continues with exact totals once %s is deleted', async (_, isDeleted) => {
    const table = await aged([40, 39, 38], isDeleted);
    await log(table, planned(35, { status: 'delivered' }));
    const { entries, total } = await pagesOf(table, {}, 10);
    expect([entries.length, total]).toStrictEqual([35, 35]);
    expect(await totalsOf(table, 'failed', 'delivered')).toStrictEqual([0, 35]);
  });

  test('a late record of a delivery that has left the list is not logged', async () => {
    const table = memoryTable();
    await log(table, [deliveryState(REGISTRATION, { status: 'failed', createdAt: isoTime(NOW_MS - 31 * DAY_MS) })]);
    expect(await table.queryAll({ partition: deliveryLogLists.log(REGISTRATION) })).toStrictEqual([]);
  });
});

describe('the reads of a page of a log of thousands', () => {
  const LENGTH = 3_000;

  /** Every hundredth failed. */
  const long = async () => {
    const inner = memoryTable();
    const states = planned(LENGTH).map((state, index) => ({
      ...state,
      status: index % 100 === 0 ? ('failed' as const) : ('delivered' as const),
    }));
    for (let start = 0; start < LENGTH; start += 200) await log(inner, states.slice(start, start + 200));
    const read = { calls: 0, pages: 0 };
    const counted = async <T>(pages: number, result: T): Promise<T> => {
      read.calls += 1;
      read.pages += pages;
      return result;
    };
    const table: Table = {
      ...inner,
      getMany: async (keys) => counted(keys.length, await inner.getMany(keys)),
      query: async (range) => {
        const page = await inner.query(range);
        return counted(page.items.length, page);
      },
    };
    return { table, states, read };
  };

  test.each([
    [{}, 1, 20, 0, 4],
    [{}, 75, 20, 1, 7],
    [{}, 150, 20, 1, 7],
    [{ status: 'failed' }, 1, 20, 1, 24],
    [{ status: 'failed' }, 2, 20, 1, 14],
    [{ status: 'delivered' }, 100, 20, 1, 7],
    [{ from: isoTime(NOW_MS - DAY_MS + 1_503), to: isoTime(NOW_MS - DAY_MS + 1_700) }, 1, 20, 0, 4],
    [{ status: 'failed', from: isoTime(NOW_MS - DAY_MS + 1_503) }, 1, 100, 1, 27],
  ] as const)('are bounded, for %j on page %i of %i', async (filter, page, limit, later, pages) => {
    const { table, states, read } = await long();
    const shown = await readLogPage(table, REGISTRATION, filter, { page, limit }, NOW_MS);
    const wanted = states.filter((state) => isWanted(filter, state as unknown as LogEntry)).reverse();
    expect(shown.total).toBe(wanted.length);
    expect(shown.entries.map(({ deliveryId }) => deliveryId)).toStrictEqual(
      wanted.slice((page - 1) * limit, page * limit).map(({ deliveryId }) => deliveryId),
    );
    // The ends of the range, and pages between.
    expect(read.calls).toBe(2 + later);
    expect(read.pages).toBeLessThanOrEqual(pages);
  });
});
